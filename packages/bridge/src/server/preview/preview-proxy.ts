import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { TransformStream } from 'node:stream/web';
import { injectIntoHtml } from 'devonz-engine-protocol/client-wire/inject-into-html';
import type { MachinePorts } from '../../machine/machine.ts';
import { sendText } from '../answers.ts';
import { askProgram } from '../ask-program.ts';
import { isHopByHop, programHeaders } from './request-headers.ts';
import { previewHeaders } from './response-headers.ts';
import { waitingPage } from './waiting-page.ts';

export interface PreviewPlace {
  ports: MachinePorts;
  port: number;
  apps: readonly string[];
  /** The preview's own origin. */
  origin: string;
  previewOrigin(port: number): string;
  /** The tags that are put at the beginning of every page. */
  pageTags: string;
}

const RESET_CONTENT = 205;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Forwards a request to the program that listens on a port, and streams its answer back. */
export async function proxyRequest(request: IncomingMessage, response: ServerResponse, place: PreviewPlace): Promise<void> {
  if (!mayAsk(request, place)) return sendText(response, 403, 'A page of another origin may not change anything here.');
  const socket = await place.ports.connect(place.port).catch(() => null);
  if (socket === null) return waitingPage(response, { title: `Nothing listens on port ${place.port}`, apps: place.apps });
  if (request.socket.destroyed) {
    socket.destroy();
    return;
  }
  const answer = await ask(request, socket, place).catch((error: Error) => error);
  if (answer instanceof Error) {
    const title = `The program on port ${place.port} ended the connection: ${answer.message}.`;
    if (response.headersSent) response.destroy();
    // The program may be ending, or restarting.
    else if (request.method === 'GET' && isForDocument(request)) waitingPage(response, { title, apps: place.apps });
    else sendText(response, 502, title);
    return;
  }
  const isPage = /^text\/html/i.test(answer.headers['content-type'] ?? '') && answer.headers['content-encoding'] === undefined;
  const isRewritten = isPage && request.method !== 'HEAD' && isForDocument(request);
  const headers = previewHeaders(answer, { apps: place.apps, previewOrigin: place.previewOrigin, isRewritten });
  if (answer.statusCode === RESET_CONTENT) {
    sendWithoutBody(answer, response, headers);
    return;
  }
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', headers.flat());
  // Without this, Node sends the head with the first byte of the body, which may take long for a stream of events.
  response.flushHeaders();
  const body = isRewritten ? withTags(answer, place.pageTags) : answer;
  // Either side may end the connection; the other side then sees that.
  await pipeline(body, response).catch(() => socket.destroy());
}

/**
 * Browsers expect no body after this status, not even an empty chunked one; Node leaves it out only for 204 and 304.
 */
function sendWithoutBody(answer: IncomingMessage, response: ServerResponse, headers: [string, string][]): void {
  answer.resume();
  const kept = headers.filter(([name]) => name.toLowerCase() !== 'content-length');
  response.writeHead(RESET_CONTENT, answer.statusMessage ?? '', [...kept, ['content-length', '0']].flat());
  response.end();
}

function withTags(answer: IncomingMessage, tags: string): Readable {
  // The web streams, for which Node and the DOM declare different types.
  return Readable.fromWeb(Readable.toWeb(answer).pipeThrough(injectIntoHtml(tags) as TransformStream<Uint8Array, Uint8Array>));
}

/** Otherwise a foreign page could send forms to the user's servers, at host names that it should not know. */
function mayAsk({ method = 'GET', headers: { origin } }: IncomingMessage, { apps, origin: own }: PreviewPlace): boolean {
  return origin === undefined || SAFE_METHODS.has(method) || origin === own || apps.includes(origin);
}

function ask(request: IncomingMessage, socket: Duplex, { origin, port }: PreviewPlace): Promise<IncomingMessage> {
  const headers = programHeaders(request, origin, port).filter(([name]) => {
    const lower = name.toLowerCase();
    if (isHopByHop(lower) || lower === 'expect') return false;
    // A page can only be given its script if it comes uncompressed.
    return lower !== 'accept-encoding' || !isForDocument(request);
  });
  return askProgram(request, socket, { path: request.url ?? '/', headers: toHeaderObject(headers) });
}

function isForDocument({ headers }: IncomingMessage): boolean {
  const destination = headers['sec-fetch-dest'];
  return destination === undefined || destination === 'document' || destination === 'iframe' || destination === 'frame';
}

function toHeaderObject(pairs: readonly [string, string][]): Record<string, string[]> {
  const result: Record<string, string[]> = Object.create(null);
  for (const [name, value] of pairs) result[name] = [...(result[name] ?? []), value];
  return result;
}

/** Forwards a WebSocket, or any other upgraded connection, as bytes. */
export async function proxyUpgrade(request: IncomingMessage, client: Duplex, head: Uint8Array, place: PreviewPlace): Promise<void> {
  const { origin } = request.headers;
  if (origin !== undefined && origin !== place.origin && !place.apps.includes(origin)) return refuse(client, '403 Forbidden');
  const program = await place.ports.connect(place.port).catch(() => null);
  if (program === null) return refuse(client, '502 Bad Gateway');
  if (client.destroyed) {
    program.destroy();
    return;
  }
  const lines = programHeaders(request, place.origin, place.port).map(([name, value]) => `${name}: ${value}`);
  program.write([`${request.method} ${request.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'), 'latin1');
  program.write(head);
  client.on('error', () => program.destroy());
  client.once('close', () => program.destroy());
  // However the program closes the connection, its last data reaches the client, for example a close code.
  program.on('error', () => client.end());
  program.once('close', () => {
    client.end();
    // The client's data is no longer read, and a socket with unread data would never close.
    client.resume();
  });
  client.pipe(program).pipe(client);
}

export function refuse(client: Duplex, status: string): void {
  client.on('error', () => client.destroy());
  client.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
