import processShim from 'process/';
import { Readable } from 'readable-stream';
import type { HttpHeaders } from '../../../../http/http-message.ts';
import { asBuffer } from '../../base/buffer-class.ts';
import { adoptable } from '../../base/callable-class.ts';
import type { Socket } from '../net/socket.ts';
import type { ClientRequest } from './client-request.ts';

type HeaderRecord = Record<string, string | string[]>;

/** Headers whose duplicates are dropped. */
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

function hasOwn(record: object, key: string): boolean {
  return Object.hasOwn(record, key);
}

/** Collects all values of each name. */
function distinct(raw: readonly string[]): Record<string, string[]> {
  const values: Record<string, string[]> = Object.create(null);
  for (let index = 0; index < raw.length; index += 2) {
    const key = (raw[index] ?? '').toLowerCase();
    values[key] ??= [];
    values[key].push(raw[index + 1] ?? '');
  }
  return values;
}

function setReadingMore(message: object, isReading: boolean): void {
  const state: unknown = Reflect.get(message, '_readableState');
  if (typeof state === 'object' && state !== null) Reflect.set(state, 'readingMore', isReading);
}

export interface IncomingOptions {
  highWaterMark?: number;
}

/** `http.IncomingMessage`: a request on a server, or a response on a client. */
export class IncomingMessage extends adoptable(Readable) {
  socket: Socket;
  /** Unknown until the head has arrived, and in messages that programs create. */
  httpVersionMajor: number | null = null;
  httpVersionMinor: number | null = null;
  httpVersion: string | null = null;
  complete = false;
  rawHeaders: string[] = [];
  rawTrailers: string[] = [];
  joinDuplicateHeaders = false;
  aborted = false;
  upgrade = false;
  url = '';
  method: string | null = null;
  statusCode: number | null = null;
  statusMessage: string | null = null;
  client: Socket;
  _consumed = false;
  _consuming = false;
  _dumped = false;
  declare req: ClientRequest | undefined;
  #headers: HeaderRecord | null = null;
  #trailers: HeaderRecord | null = null;

  constructor(socket: Socket, options?: IncomingOptions) {
    super({ autoDestroy: true, emitClose: true, highWaterMark: options?.highWaterMark ?? socket?.readableHighWaterMark ?? 65_536 });
    this.socket = socket;
    this.client = socket;
    // Pretends to be reading, because the base would otherwise read ahead before the program has asked for data.
    setReadingMore(this, true);
  }

  get connection(): Socket {
    return this.socket;
  }
  set connection(socket: Socket) {
    this.socket = socket;
  }
  // Computed lazily: most messages have few or none of their headers read.
  get headers(): HeaderRecord {
    this.#headers ??= this.#collect(this.rawHeaders);
    return this.#headers;
  }
  set headers(headers: HeaderRecord) {
    this.#headers = headers;
  }
  get trailers(): HeaderRecord {
    this.#trailers ??= this.#collect(this.rawTrailers);
    return this.#trailers;
  }
  set trailers(trailers: HeaderRecord) {
    this.#trailers = trailers;
  }
  get headersDistinct(): Record<string, string[]> {
    return distinct(this.rawHeaders);
  }
  get trailersDistinct(): Record<string, string[]> {
    return distinct(this.rawTrailers);
  }

  #collect(raw: readonly string[]): HeaderRecord {
    const headers: HeaderRecord = {};
    for (let index = 0; index + 1 < raw.length; index += 2) this._addHeaderLine(raw[index] ?? '', raw[index + 1] ?? '', headers);
    return headers;
  }

  _addHeaderLine(name: string, value: string, headers: HeaderRecord): void {
    const key = name.toLowerCase();
    if (key === 'set-cookie') {
      const former = hasOwn(headers, key) ? headers[key] : undefined;
      if (Array.isArray(former)) former.push(value);
      else headers[key] = [value];
    } else if (!hasOwn(headers, key)) {
      // A name like `__proto__` is an ordinary header.
      if (key === '__proto__') Object.defineProperty(headers, key, { value, writable: true, enumerable: true, configurable: true });
      else headers[key] = value;
    } else if (this.joinDuplicateHeaders || !single.has(key))
      headers[key] = `${String(headers[key])}${key === 'cookie' ? '; ' : ', '}${value}`;
  }
  _addHeaderLines(raw: readonly string[], count: number): void {
    const isTrailer = this.complete;
    const lines = raw.slice(0, count);
    if (isTrailer) this.rawTrailers = [...raw];
    else this.rawHeaders = [...raw];
    const headers = this.#collect(lines);
    if (isTrailer) this.#trailers = headers;
    else this.#headers = headers;
  }

  /** Sets the head, dropping headers beyond `most`; 0 means no limit. */
  setHead(httpVersion: '1.0' | '1.1', headers: HttpHeaders, most: number | null = null): void {
    this.httpVersion = httpVersion;
    this.httpVersionMajor = 1;
    this.httpVersionMinor = httpVersion === '1.1' ? 1 : 0;
    const kept = most !== null && most > 0 && headers.length > most ? headers.slice(0, most) : headers;
    for (const [name, value] of kept) this.rawHeaders.push(name, value);
  }
  setTrailers(trailers: HttpHeaders): void {
    this.rawTrailers = trailers.flat();
  }
  /** Returns false if the reader's buffer is full. */
  addBody(bytes: Uint8Array): boolean {
    return this._dumped || this.push(asBuffer(new Uint8Array(bytes)));
  }
  finish(): void {
    this.complete = true;
    this.push(null);
  }

  override _read(): void {
    if (!this._consumed) {
      this._consumed = true;
      setReadingMore(this, false);
    }
    // Resumes the socket that was paused while the reader was full.
    const { socket } = this;
    if (socket?.readable && socket.isPaused?.() === true && !socket._paused) socket.resume();
  }

  /** Reads and discards the rest of the body. */
  _dump(): void {
    if (this._dumped) return;
    this._dumped = true;
    // Data that is already buffered would reach these listeners.
    this.removeAllListeners('data');
    this.resume();
  }
  _dumpAndCloseReadable(): void {
    this._dumped = true;
    this.push(null);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (!this.readableEnded || !this.complete) {
      this.aborted = true;
      this.emit('aborted');
    }
    // As in Node, an error without a listener is ignored.
    const settle = (failure: Error | null) => processShim.nextTick(() => (this.listenerCount('error') > 0 ? done(failure) : done()));
    const { socket } = this;
    if (!socket || socket.destroyed || !this.aborted) {
      settle(error);
      return;
    }
    socket.destroy(error ?? undefined);
    if (socket.closed) settle(error);
    else socket.once('close', () => settle(error));
  }

  setTimeout(milliseconds: number, listener?: () => void): this {
    if (listener !== undefined) this.on('timeout', listener);
    this.socket.setTimeout(milliseconds);
    return this;
  }
}
