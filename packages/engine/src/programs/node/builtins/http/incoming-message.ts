import { Readable } from 'readable-stream';
import type { HttpHeaders } from '../../../../http/http-message.ts';
import { asBuffer } from '../../base/buffer-class.ts';
import { adoptable } from '../../base/callable-class.ts';
import type { Socket } from '../net/socket.ts';

/** Headers of which a second one is dropped. */
const single: ReadonlySet<string> = new Set([
  'age',
  'authorization',
  'content-length',
  'content-type',
  'etag',
  'expires',
  'from',
  'host',
  'if-modified-since',
  'if-unmodified-since',
  'last-modified',
  'location',
  'max-forwards',
  'proxy-authorization',
  'referer',
  'retry-after',
  'server',
  'user-agent',
]);

function collectHeaders(raw: HttpHeaders): Record<string, string | string[]> {
  const headers = new Map<string, string | string[]>();
  for (const [name, value] of raw) {
    const key = name.toLowerCase();
    const former = headers.get(key);
    if (key === 'set-cookie') headers.set(key, Array.isArray(former) ? [...former, value] : [value]);
    else if (former === undefined) headers.set(key, value);
    else if (!single.has(key)) headers.set(key, `${String(former)}${key === 'cookie' ? '; ' : ', '}${value}`);
  }
  return Object.fromEntries(headers);
}

/** Every value of each name. */
function distinct(raw: readonly string[]): Record<string, string[]> {
  const values: Record<string, string[]> = Object.create(null);
  for (let index = 0; index < raw.length; index += 2) {
    const key = (raw[index] ?? '').toLowerCase();
    values[key] = [...(values[key] ?? []), raw[index + 1] ?? ''];
  }
  return values;
}

/** `http.IncomingMessage`: a request at a server, a response at a client. */
export class IncomingMessage extends adoptable(Readable) {
  httpVersion = '1.1';
  httpVersionMajor = 1;
  httpVersionMinor = 1;
  complete = false;
  aborted = false;
  upgrade = false;
  rawHeaders: string[] = [];
  rawTrailers: string[] = [];
  headers: Record<string, string | string[]> = {};
  trailers: Record<string, string | string[]> = {};
  method: string | undefined = undefined;
  url = '';
  statusCode: number | undefined = undefined;
  statusMessage: string | undefined = undefined;
  /** A server's request is followed by its response; set by the server. */
  socket: Socket;
  client: Socket;
  /** Called when the reader wants more. */
  onWanted: () => void = () => {};

  constructor(socket: Socket) {
    super({ autoDestroy: true, emitClose: true, highWaterMark: 65_536 });
    this.socket = socket;
    this.client = socket;
  }

  get connection(): Socket {
    return this.socket;
  }
  set connection(socket: Socket) {
    this.socket = socket;
  }
  get headersDistinct(): Record<string, string[]> {
    return distinct(this.rawHeaders);
  }
  get trailersDistinct(): Record<string, string[]> {
    return distinct(this.rawTrailers);
  }

  setHead(httpVersion: '1.0' | '1.1', headers: HttpHeaders): void {
    this.httpVersion = httpVersion;
    this.httpVersionMinor = httpVersion === '1.1' ? 1 : 0;
    this.rawHeaders = headers.flat();
    this.headers = collectHeaders(headers);
  }
  setTrailers(trailers: HttpHeaders): void {
    this.rawTrailers = trailers.flat();
    this.trailers = collectHeaders(trailers);
  }
  /** False when the reader has enough for now. */
  addBody(bytes: Uint8Array): boolean {
    return this.push(asBuffer(new Uint8Array(bytes)));
  }
  finish(): void {
    this.complete = true;
    this.push(null);
  }

  override _read(): void {
    this.onWanted();
  }
  override _destroy(error: unknown, done: (error?: unknown) => void): void {
    if ((!this.complete || !this.readableEnded) && !this.aborted) {
      this.aborted = true;
      this.emit('aborted');
      this.socket?.destroy();
    }
    // As in Node, an error that nobody listens for is none.
    done(this.listenerCount('error') > 0 ? error : undefined);
  }
  setTimeout(milliseconds: number, listener?: () => void): this {
    if (listener !== undefined) this.on('timeout', listener);
    this.socket.setTimeout(milliseconds);
    return this;
  }
}
