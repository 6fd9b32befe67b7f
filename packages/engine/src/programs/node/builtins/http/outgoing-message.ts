import { Writable } from 'readable-stream';
import { encodeChunk, encodeLastChunk } from '../../../../http/encode-chunk.ts';
import type { HttpHeaders } from '../../../../http/http-message.ts';
import { Buffer } from '../../base/buffer-class.ts';
import { adoptable } from '../../base/callable-class.ts';
import { invalidArgumentType, nodeError } from '../../errors/node-error.ts';
import type { Socket } from '../net/socket.ts';

type Done = (error?: unknown) => void;
type HeaderValue = string | number | readonly string[];

const tokenExpression = /^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/;

function checkHeader(name: unknown, value: unknown): asserts name is string {
  if (typeof name !== 'string' || !tokenExpression.test(name))
    throw nodeError(TypeError, 'ERR_INVALID_HTTP_TOKEN', `Header name must be a valid HTTP token ["${String(name)}"]`);
  if (value === undefined) throw nodeError(TypeError, 'ERR_HTTP_INVALID_HEADER_VALUE', `Invalid value "undefined" for header "${name}"`);
  if (/[^\t\x20-\x7e\x80-\xff]/.test(String(value)))
    throw nodeError(TypeError, 'ERR_INVALID_CHAR', `Invalid character in header content ["${name}"]`);
}

function headerKey(name: unknown): string {
  if (typeof name !== 'string') throw invalidArgumentType('name', 'of type string', name);
  return name.toLowerCase();
}

/** What a server's response and a client's request share: headers, and a body framed by length or in chunks. */
export class OutgoingMessage extends adoptable(Writable) {
  headersSent = false;
  finished = false;
  sendDate = true;
  shouldKeepAlive = true;
  chunkedEncoding = false;
  useChunkedEncodingByDefault = true;
  /** The head as sent; tools test it for being set. */
  _header: string | null = null;
  _hasBody = true;
  socket: Socket | null = null;
  readonly #headers = new Map<string, { name: string; value: HeaderValue }>();
  #trailers: [string, string][] = [];
  #isChunked = false;
  readonly #waiting: { data: Uint8Array; done: Done }[] = [];

  constructor() {
    super({ decodeStrings: true, autoDestroy: false, emitClose: false, highWaterMark: 16_384 });
  }

  get connection(): Socket | null {
    return this.socket;
  }
  set connection(socket: Socket | null) {
    this.socket = socket;
  }
  get _headers(): Record<string, HeaderValue> {
    return this.getHeaders();
  }

  /** The head's bytes; asked for once. */
  protected formatHead(_headers: HttpHeaders): Uint8Array {
    return new Uint8Array(0);
  }
  /** Makes the implicit head explicit (`writeHead` of a response), so that tools that patch it take part. */
  _implicitHeader(): void {
    throw nodeError(Error, 'ERR_METHOD_NOT_IMPLEMENTED', 'The _implicitHeader() method is not implemented');
  }

  setHeader(name: unknown, value: HeaderValue): this {
    if (this.headersSent) throw nodeError(Error, 'ERR_HTTP_HEADERS_SENT', 'Cannot set headers after they are sent to the client');
    checkHeader(name, value);
    this.#headers.set(name.toLowerCase(), { name, value });
    return this;
  }
  appendHeader(name: string, value: string | string[]): this {
    const former = this.getHeader(name);
    return this.setHeader(name, former === undefined ? value : [former, value].flat().map(String));
  }
  setHeaders(headers: Headers | Map<string, HeaderValue>): this {
    headers.forEach((value: HeaderValue, name: string) => {
      this.setHeader(name, value);
    });
    return this;
  }
  getHeader(name: string): HeaderValue | undefined {
    return this.#headers.get(headerKey(name))?.value;
  }
  hasHeader(name: string): boolean {
    return this.#headers.has(headerKey(name));
  }
  removeHeader(name: string): void {
    const key = headerKey(name);
    if (this.headersSent) throw nodeError(Error, 'ERR_HTTP_HEADERS_SENT', 'Cannot remove headers after they are sent to the client');
    this.#headers.delete(key);
    // What Node would add by itself stays away, too.
    if (key === 'date') this.sendDate = false;
    this.#removed.add(key);
  }
  readonly #removed = new Set<string>();
  protected isRemoved(key: string): boolean {
    return this.#removed.has(key) && !this.#headers.has(key);
  }
  getHeaders(): Record<string, HeaderValue> {
    const headers: Record<string, HeaderValue> = Object.create(null);
    for (const [key, { value }] of this.#headers) headers[key] = value;
    return headers;
  }
  getHeaderNames(): string[] {
    return [...this.#headers.keys()];
  }
  getRawHeaderNames(): string[] {
    return [...this.#headers.values()].map(({ name }) => name);
  }
  addTrailers(trailers: Record<string, string> | [string, string][]): void {
    this.#trailers = Array.isArray(trailers) ? trailers : Object.entries(trailers);
  }
  flushHeaders(): void {
    if (!this.headersSent) this._implicitHeader();
    this.sendHead(null);
  }

  protected headerList(): [string, string][] {
    const list: [string, string][] = [];
    for (const { name, value } of this.#headers.values())
      for (const item of Array.isArray(value) ? value : [value]) list.push([name, String(item)]);
    return list;
  }

  /** Headers Node adds by itself: the framing, unless the program chose one. */
  protected addFraming(list: [string, string][], bodyLength: number | null): void {
    if (!this._hasBody || this.hasHeader('content-length') || this.hasHeader('transfer-encoding')) {
      this.#isChunked = this._hasBody && /\bchunked\b/i.test(String(this.getHeader('transfer-encoding') ?? ''));
      return;
    }
    const isCounted = bodyLength !== null && !this.hasHeader('trailer') && this.#trailers.length === 0 && !this.isRemoved('content-length');
    if (isCounted) list.push(['Content-Length', String(bodyLength)]);
    else if (this.useChunkedEncodingByDefault && !this.isRemoved('transfer-encoding')) {
      this.#isChunked = true;
      list.push(['Transfer-Encoding', 'chunked']);
    } else this.shouldKeepAlive = false;
    this.chunkedEncoding = this.#isChunked;
  }

  /** Settled, and waiting for the first of the body. */
  #head: Uint8Array | null = null;
  /** Of a body that is given whole, with `end`. */
  protected wholeLength: number | null = null;

  /** From here on nothing about the head changes. `bodyLength` null: not known yet. */
  protected storeHead(bodyLength: number | null): void {
    if (this._header !== null) return;
    this.headersSent = true;
    const list = this.headerList();
    this.addFraming(list, bodyLength);
    this.#head = this.formatHead(list);
    this._header = new TextDecoder().decode(this.#head);
  }

  protected sendHead(bodyLength: number | null): void {
    this.storeHead(bodyLength);
    const head = this.#head;
    this.#head = null;
    if (head !== null) this.transmit(head, () => {});
  }

  /** To the connection, or kept until there is one. */
  protected transmit(data: Uint8Array, done: Done): void {
    if (this.socket === null) this.#waiting.push({ data, done });
    else if (this.socket.destroyed) done();
    else if (data.length === 0) done();
    else this.socket.write(data, undefined, () => done());
  }

  assignSocket(socket: Socket): void {
    this.socket = socket;
    for (const { data, done } of this.#waiting.splice(0)) this.transmit(data, done);
    this.emit('socket', socket);
  }
  detachSocket(): void {
    this.socket = null;
  }

  override write(chunk: unknown, encoding?: unknown, done?: unknown): boolean {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array))
      throw chunk === null
        ? nodeError(TypeError, 'ERR_STREAM_NULL_VALUES', 'May not write null values to stream')
        : invalidArgumentType('chunk', 'of type string or an instance of Buffer or Uint8Array', chunk);
    if (!this._header && !this.headersSent) this._implicitHeader();
    this.sendHead(null);
    return super.write(chunk, encoding, done);
  }

  override end(chunk?: unknown, encoding?: unknown, done?: unknown): this {
    if (this.finished) return super.end(chunk, encoding, done);
    let data = typeof chunk === 'function' ? undefined : chunk;
    if (data !== undefined && data !== null && typeof data !== 'string' && !(data instanceof Uint8Array))
      throw invalidArgumentType('chunk', 'of type string or an instance of Buffer or Uint8Array', data);
    if (typeof data === 'string') data = Buffer.from(data, (typeof encoding === 'string' ? encoding : 'utf8') as 'utf8');
    const length = data instanceof Uint8Array ? data.length : 0;
    if (!this.headersSent) {
      this.wholeLength = length;
      this._implicitHeader();
    }
    this.sendHead(length);
    this.finished = true;
    const callback = [chunk, encoding, done].find((argument) => typeof argument === 'function');
    return super.end(length === 0 ? undefined : data, undefined, callback);
  }

  override _write(chunk: Uint8Array, _encoding: string, done: Done): void {
    if (!this._hasBody) {
      done();
      return;
    }
    this.transmit(this.#isChunked ? encodeChunk(chunk) : chunk, done);
  }

  override _final(done: Done): void {
    if (this.#isChunked && this._hasBody) this.transmit(encodeLastChunk(this.#trailers), done);
    else done();
  }

  setTimeout(milliseconds: number, listener?: () => void): this {
    if (listener !== undefined) this.once('timeout', listener);
    if (this.socket !== null) this.socket.setTimeout(milliseconds, () => this.emit('timeout'));
    else this.once('socket', () => this.socket?.setTimeout(milliseconds, () => this.emit('timeout')));
    return this;
  }
}
