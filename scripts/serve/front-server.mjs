import { request as ask, createServer } from 'node:http';
import { listenOnLoopbacks } from '../../packages/engine/src/server/listen-on-loopbacks.mjs';
import { cureOfCookies } from '../../packages/engine/src/server/many-cookies.mjs';
import { createRequestGuard, LONGEST_HEAD, refuseRequest } from '../../packages/engine/src/server/request-guard.mjs';
import { ownCookieHeader } from './own-cookie-header.mjs';

/** Hop-by-hop and server-internal headers: not forwarded in either direction. */
const NOT_PASSED_ON =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|upgrade|expect|transfer-encoding|mf-.*|cf-(?!access-jwt-assertion$).*)$/i;

/**
 * Limits for clients that send slowly or not at all, so that they hold connections neither for long nor all of them: a browser sends within
 * milliseconds, over at most six connections per host and one per streaming response. In milliseconds, and concurrent connections at each loopback address.
 */
export const FRONT_LIMITS = { headTime: 15_000, requestTime: 120_000, checkEvery: 5_000, connections: 512 };

/**
 * Listens at both loopback addresses for browsers in front of workerd: forwards plain HTTP/1.1 requests to a well-formed host name and responds to the rest itself.
 * workerd fails on malformed names before any of our code runs (a bare 500, a stack in the log). Each request gets its own connection to
 * workerd, so that no part of one can be read as the beginning of another. `clientAddressHeader` is forwarded even if it is a
 * server-internal header: the deployer has stated who sets it. What `ownComputer` answers never arrives at workerd.
 * @param {{
 *   port: number,
 *   upstreamPort: number,
 *   clientAddressHeader?: string | undefined,
 *   ownComputer?: Pick<import('./own-computer.mjs').OwnComputerDoor, 'answers'> | null,
 *   limits?: typeof FRONT_LIMITS,
 * }} options
 * @returns {Promise<import('node:http').Server>} listening
 */
export async function startFrontServer({ port, upstreamPort, clientAddressHeader, ownComputer = null, limits = FRONT_LIMITS }) {
  const guard = createRequestGuard();
  const server = createServer(
    {
      requireHostHeader: false,
      maxHeaderSize: LONGEST_HEAD,
      headersTimeout: limits.headTime,
      // A model's response may take long; Node only counts the time in which the request itself arrives.
      requestTimeout: limits.requestTime,
      connectionsCheckingInterval: limits.checkEvery,
    },
    (request, response) => {
      if (guard(request, response) || ownComputer?.answers(request, response)) return;
      passOn(request, response, { upstreamPort, named: clientAddressHeader?.trim().toLowerCase() });
    },
  );
  server.maxConnections = limits.connections;
  await listenOnLoopbacks(server, port);
  return server;
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
    // A response that breaks off upstream is broken off here too: a normal end would look like a complete response.
    answer.once('error', () => response.destroy());
  });
  asked.once('error', () => {
    if (response.headersSent) response.destroy();
    else refuseRequest(response, { status: 502, sentence: 'The server could not answer this request.' });
  });
  // When the browser disconnects, the model's request behind it must end too. workerd notices an ordinary close only when it writes, which
  // may be minutes later; it notices a reset at once.
  response.once('close', () => {
    if (response.writableFinished || asked.socket === null) asked.destroy();
    else asked.socket.resetAndDestroy();
  });
  request.pipe(asked);
}

/**
 * @param {readonly string[]} rawHeaders alternating names and values
 * @param {{ heldBack?: RegExp, named?: string | undefined }} [options] further names to drop, and one to forward
 */
function passedOn(rawHeaders, { heldBack, named } = {}) {
  return rawHeaders.filter((_text, index) => {
    const name = rawHeaders[index - (index % 2)] ?? '';
    return (name.toLowerCase() === named || !NOT_PASSED_ON.test(name)) && !heldBack?.test(name);
  });
}
