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
  /** Tags that every page begins with. */
  pageTags: string;
}

const RESET_CONTENT = 205;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Passes a request to the program that listens on a port, and its answer back, both as they come. */
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
    // It may be on its way out, or be restarted.
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
  // Node sends the head with the first byte otherwise, for which a stream of events may take long.
  response.flushHeaders();
  const body = isRewritten ? withTags(answer, place.pageTags) : answer;
  // Either side may end it, which the other one then sees.
  await pipeline(body, response).catch(() => socket.destroy());
}

/** Browsers expect no body after this status, not even the end of one: Node, which would send that, knows it of 204 and 304 only. */
function sendWithoutBody(answer: IncomingMessage, response: ServerResponse, headers: [string, string][]): void {
  answer.resume();
  const kept = headers.filter(([name]) => name.toLowerCase() !== 'content-length');
  response.writeHead(RESET_CONTENT, answer.statusMessage ?? '', [...kept, ['content-length', '0']].flat());
  response.end();
}

function withTags(answer: IncomingMessage, tags: string): Readable {
  // The standard's streams, of which Node and the DOM have types of their own.
  return Readable.fromWeb(Readable.toWeb(answer).pipeThrough(injectIntoHtml(tags) as TransformStream<Uint8Array, Uint8Array>));
}

/** A foreign page could otherwise send forms to the user's servers, by names that it should not know. */
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

/** Passes a WebSocket, or whatever else the connection is upgraded to, as bytes. */
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
  // However the program's side ends, what it said last reaches the client: its close code, for one.
  program.on('error', () => client.end());
  program.once('close', () => {
    client.end();
    // Nothing reads the client any more, and a socket with unread data would never close.
    client.resume();
  });
  client.pipe(program).pipe(client);
}

export function refuse(client: Duplex, status: string): void {
  client.on('error', () => client.destroy());
  client.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
