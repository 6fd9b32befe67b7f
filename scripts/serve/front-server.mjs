import { request as ask, createServer } from 'node:http';
import { cureOfCookies } from '../../packages/engine/src/server/many-cookies.mjs';
import { createRequestGuard, LONGEST_HEAD, refuseRequest } from '../../packages/engine/src/server/request-guard.mjs';
import { ownCookieHeader } from './own-cookie-header.mjs';

/** Of one hop, or of a server's insides: not passed on in either direction. */
const NOT_PASSED_ON =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|upgrade|expect|transfer-encoding|mf-.*|cf-(?!access-jwt-assertion$).*)$/i;

/**
 * Who sends slowly, or nothing, holds neither a connection for long nor all of them: a browser asks within milliseconds, over at most six
 * connections for each host and one for each answer that streams. Milliseconds, and connections at once.
 */
export const FRONT_LIMITS = { headTime: 15_000, requestTime: 120_000, checkEvery: 5_000, connections: 512 };

/**
 * What listens where people's browsers ask, in front of workerd: takes what is plain HTTP/1.1 to a well-formed name and answers the
 * rest itself. workerd fails over malformed names before any code of ours runs (a bare 500, a stack in the log). Each request gets a
 * connection of its own to workerd, so nothing in one can be read as the beginning of another.
 * `clientAddressHeader` is passed on though it be one that a server's insides use: its deployer has said who writes it.
 * @param {{ port: number, upstreamPort: number, clientAddressHeader?: string | undefined, limits?: typeof FRONT_LIMITS }} options
 * @returns {Promise<import('node:http').Server>} listening
 */
export function startFrontServer({ port, upstreamPort, clientAddressHeader, limits = FRONT_LIMITS }) {
  const guard = createRequestGuard();
  const server = createServer(
    {
      requireHostHeader: false,
      maxHeaderSize: LONGEST_HEAD,
      headersTimeout: limits.headTime,
      // A model's answer may take long; Node counts only the time that the request itself takes to come.
      requestTimeout: limits.requestTime,
      connectionsCheckingInterval: limits.checkEvery,
    },
    (request, response) => {
      if (!guard(request, response)) passOn(request, response, { upstreamPort, named: clientAddressHeader?.trim().toLowerCase() });
    },
  );
  server.maxConnections = limits.connections;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {{ upstreamPort: number, named: string | undefined }} options
 */
function passOn(request, response, { upstreamPort, named }) {
  const isChunked = request.headers['transfer-encoding'] !== undefined;
  const asked = ask({
    host: '127.0.0.1',
    port: upstreamPort,
    method: request.method,
    path: request.url,
    headers: [
      ...passedOn(request.rawHeaders, { heldBack: /^cookie$/i, named }),
      ...ownCookieHeader(request.headers.cookie),
      ...(isChunked ? ['transfer-encoding', 'chunked'] : []),
      'connection',
      'close',
    ],
    agent: false,
    setHost: false,
  });
  asked.once('response', (answer) => {
    const cure = Object.entries(cureOfCookies(request.headers.cookie)).flat();
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, [...passedOn(answer.rawHeaders), ...cure]);
    response.flushHeaders();
    answer.pipe(response);
    // Cut off there, cut off here: an end would look like a whole answer.
    answer.once('error', () => response.destroy());
  });
  asked.once('error', () => {
    if (response.headersSent) response.destroy();
    else refuseRequest(response, { status: 502, sentence: 'The server could not answer this request.' });
  });
  // The browser has gone: so must the model's request behind it.
  response.once('close', () => asked.destroy());
  request.pipe(asked);
}

/**
 * @param {readonly string[]} rawHeaders names and values in turn
 * @param {{ heldBack?: RegExp, named?: string | undefined }} [options] further names, and one that passes
 */
function passedOn(rawHeaders, { heldBack, named } = {}) {
  return rawHeaders.filter((_text, index) => {
    const name = rawHeaders[index - (index % 2)] ?? '';
    return (name.toLowerCase() === named || !NOT_PASSED_ON.test(name)) && !heldBack?.test(name);
  });
}
