import { ELSEWHERE_HEADERS } from './elsewhere-headers.mjs';
import { isWellFormedHost } from './well-formed-host.mjs';

const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * A page of a preview can set cookies for the whole domain, which are sent with every request, up to 180 of 4 KB. The engine reads none.
 */
export const LONGEST_HEAD = 1024 * 1024;

/**
 * The first check of a server on `node:http`: returns a function that answers everything except plain HTTP/1.1 for one well-formed host
 * name, and returns whether it has. Plain JavaScript, because the front of the app's local server, which is not compiled, uses it too.
 * @returns {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => boolean}
 */
export function createRequestGuard() {
  /**
   * Connections with a refused request, whose other data cannot be trusted to be requests.
   * @type {WeakSet<import('node:net').Socket>}
   */
  const distrusted = new WeakSet();
  return (request, response) => {
    if (distrusted.has(request.socket)) {
      response.destroy();
      return true;
    }
    const refusal = refusalOf(request);
    if (refusal === null) return false;
    distrusted.add(request.socket);
    refuseRequest(response, refusal);
    return true;
  };
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

/**
 * Answers with a sentence and closes the connection.
 * @param {import('node:http').ServerResponse} response
 * @param {{ status: number, sentence: string }} refusal
 */
export function refuseRequest(response, { status, sentence }) {
  response.writeHead(status, {
    ...ELSEWHERE_HEADERS,
    'content-type': 'text/plain; charset=utf-8',
    connection: 'close',
  });
  response.end(`${sentence}\n`);
}
