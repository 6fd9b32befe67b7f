import { request as ask, createServer } from 'node:http';
import { ELSEWHERE_HEADERS } from '../../app/server/hosts/elsewhere-headers.mjs';
import { isWellFormedHost } from '../../app/server/hosts/well-formed-host.mjs';

/** Of one hop, or of a server's insides: not passed on in either direction. */
const NOT_PASSED_ON = /^(?:connection|keep-alive|proxy-.*|te|trailer|upgrade|expect|transfer-encoding|mf-.*|cf-.*)$/i;

/** Cookies that a page of a preview sets for the whole domain come with every request, up to 180 of 4 KB: none is read here. */
const LONGEST_HEAD = 1024 * 1024;
/** From so many characters on the browser is asked to delete them. */
const MANY_COOKIES = 8 * 1024;
const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * What listens where people's browsers ask, in front of workerd: takes what is plain HTTP/1.1 to a well-formed name and answers the
 * rest itself. workerd fails over malformed names before any code of ours runs (a bare 500, a stack in the log). Each request gets a
 * connection of its own to workerd, so nothing in one can be read as the beginning of another.
 * @param {{ port: number, upstreamPort: number }} options
 * @returns {Promise<import('node:http').Server>} listening
 */
export function startFrontServer({ port, upstreamPort }) {
  /** Connections with a refused request: what else is on them cannot be trusted to be one. @type {WeakSet<import('node:net').Socket>} */
  const distrusted = new WeakSet();
  // A model's answer may take long; Node counts only the time that the request itself takes to come.
  const server = createServer({ requireHostHeader: false, maxHeaderSize: LONGEST_HEAD }, (request, response) => {
    const refusal = refusalOf(request);
    if (distrusted.has(request.socket)) response.destroy();
    else if (refusal) {
      distrusted.add(request.socket);
      refuse(response, refusal);
    } else passOn(request, response, upstreamPort);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

/** @param {import('node:http').IncomingMessage} request @returns {{ status: number, sentence: string } | null} */
function refusalOf(request) {
  const hosts = request.rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name));
  if (hosts.length !== 1 || !isWellFormedHost(request.headers.host)) {
    return { status: 421, sentence: 'The Host header does not name a server. Open the address that was printed when this server started.' };
  }
  if (!request.url?.startsWith('/')) return { status: 400, sentence: 'Ask for a path, not for a whole address.' };
  if (request.headers.upgrade !== undefined) return { status: 426, sentence: 'This server speaks plain HTTP/1.1 only.' };
  const { 'transfer-encoding': encoding, 'content-length': length } = request.headers;
  const hasBody = encoding !== undefined || (length !== undefined && length !== '0');
  if (hasBody && !METHODS_WITH_BODY.has(request.method ?? '')) return { status: 400, sentence: `A ${request.method} has no body here.` };
  if (encoding !== undefined && (encoding.toLowerCase() !== 'chunked' || length !== undefined)) {
    return { status: 400, sentence: 'Send the body with a content-length, or chunked.' };
  }
  return null;
}

/** @param {import('node:http').ServerResponse} response @param {{ status: number, sentence: string }} refusal */
function refuse(response, { status, sentence }) {
  response.writeHead(status, {
    ...ELSEWHERE_HEADERS,
    'content-type': 'text/plain; charset=utf-8',
    connection: 'close',
  });
  response.end(`${sentence}\n`);
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {number} upstreamPort
 */
function passOn(request, response, upstreamPort) {
  const isChunked = request.headers['transfer-encoding'] !== undefined;
  const asked = ask({
    host: '127.0.0.1',
    port: upstreamPort,
    method: request.method,
    path: request.url,
    headers: [...passedOn(request.rawHeaders, /^cookie$/i), ...(isChunked ? ['transfer-encoding', 'chunked'] : []), 'connection', 'close'],
    agent: false,
    setHost: false,
  });
  asked.once('response', (answer) => {
    const cure = (request.headers.cookie?.length ?? 0) > MANY_COOKIES ? ['clear-site-data', '"cookies"'] : [];
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, [...passedOn(answer.rawHeaders), ...cure]);
    response.flushHeaders();
    answer.pipe(response);
    // Cut off there, cut off here: an end would look like a whole answer.
    answer.once('error', () => response.destroy());
  });
  asked.once('error', () => {
    if (response.headersSent) response.destroy();
    else refuse(response, { status: 502, sentence: 'The server could not answer this request.' });
  });
  // The browser has gone: so must the model's request behind it.
  response.once('close', () => asked.destroy());
  request.pipe(asked);
}

/** @param {readonly string[]} rawHeaders names and values in turn @param {RegExp} [heldBack] further names */
function passedOn(rawHeaders, heldBack) {
  return rawHeaders.filter((_text, index) => {
    const name = rawHeaders[index - (index % 2)] ?? '';
    return !NOT_PASSED_ON.test(name) && !heldBack?.test(name);
  });
}
