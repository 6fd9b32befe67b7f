import processShim from 'process/';
import { nodeError } from '../../errors/node-error.ts';
import type { Socket } from '../net/socket.ts';
import { checkHeaderName, hasInvalidCharacter, headerPairs, invalidCharacter } from './header-checks.ts';
import { type Chunk, countsStrictly, type Done, failLater, lengthMismatch, writeAfterEnd, writeChunk } from './outgoing-body.ts';
import { HEADERS, OutgoingHeaders } from './outgoing-headers.ts';
import { type GivenHeaders, type HeadOwner, settleHead } from './settle-head.ts';

interface Waiting {
  data: Chunk;
  encoding: string | null;
  done: Done | null;
}

export interface OutgoingOptions {
  highWaterMark?: number;
  rejectNonStandardBodyWrites?: boolean;
}

const HIGH_WATER_MARK = 16_384;
const CRLF = '\r\n';

function nothing(): void {}

/** The common part of a server's response and a client's request: headers, and a body framed by its length or in chunks. */
export class OutgoingMessage extends OutgoingHeaders implements HeadOwner {
  outputData: Waiting[] = [];
  outputSize = 0;
  writable = true;
  destroyed = false;
  finished = false;
  chunkedEncoding = false;
  shouldKeepAlive = true;
  maxRequestsOnConnectionReached = false;
  useChunkedEncodingByDefault = true;
  strictContentLength = false;
  socket: Socket | null = null;
  uniqueHeaders: Set<string> | null = null;
  _errored: unknown = null;
  _last = false;
  _defaultKeepAlive = true;
  _contentLength: number | null = null;
  _hasBody = true;
  _trailer = '';
  _headerSent = false;
  _closed = false;
  _keepAliveTimeout = 0;
  _onPendingData: (bytes: number) => void = nothing;
  _rejectsBody: boolean;
  _bytesWritten = 0;
  _needsDrain = false;
  _corked = 0;
  _corkedChunks: Waiting[] = [];
  _corkedLength = 0;
  readonly _highWaterMark: number;

  constructor(options?: OutgoingOptions) {
    super();
    this._highWaterMark = options?.highWaterMark ?? HIGH_WATER_MARK;
    this._rejectsBody = options?.rejectNonStandardBodyWrites ?? false;
  }

  get connection(): Socket | null {
    return this.socket;
  }
  set connection(socket: Socket | null) {
    this.socket = socket;
  }
  get errored(): unknown {
    return this._errored;
  }
  get closed(): boolean {
    return this._closed;
  }
  get writableEnded(): boolean {
    return this.finished;
  }
  get writableFinished(): boolean {
    return this.finished && this.outputSize === 0 && (this.socket === null || this.socket.writableLength === 0);
  }
  get writableObjectMode(): boolean {
    return false;
  }
  get writableLength(): number {
    return this.outputSize + this._corkedLength + (this.socket?.writableLength ?? 0);
  }
  get writableHighWaterMark(): number {
    return this.socket?.writableHighWaterMark ?? this._highWaterMark;
  }
  get writableCorked(): number {
    return this._corked;
  }
  get writableNeedDrain(): boolean {
    return !this.destroyed && !this.finished && this._needsDrain;
  }

  /** Makes the implicit head explicit (`writeHead` of a response), so that tools that patch that method see it. */
  _implicitHeader(): void {
    throw nodeError(Error, 'ERR_METHOD_NOT_IMPLEMENTED', 'The _implicitHeader() method is not implemented');
  }

  _renderHeaders(): Record<string, unknown> {
    if (this._header) throw nodeError(Error, 'ERR_HTTP_HEADERS_SENT', 'Cannot render headers after they are sent to the client');
    return Object.fromEntries(Object.values(this[HEADERS] ?? {}));
  }

  _storeHeader(startLine: string, headers: GivenHeaders): void {
    const asksFirst = settleHead(this, startLine, headers, headers !== null && headers === this[HEADERS]);
    if (asksFirst) this._send('', null, null);
  }

  /** Sends data, preceded by the head if that has not been sent. */
  _send(data: Chunk, encoding: string | null, done: Done | null = null): boolean {
    if (this._headerSent) return this._writeRaw(data, encoding, done);
    this._headerSent = true;
    const header = this._header ?? '';
    if (data.length === 0) return this._writeRaw(header, 'latin1', done);
    // Joins head and data into one text if the encoding is compatible with both.
    const isPlain = encoding === 'latin1' || ((encoding === null || encoding === 'utf8') && !/[\x80-\xff]/.test(header));
    if (typeof data === 'string' && isPlain) return this._writeRaw(header + data, encoding, done);
    this.socket?.cork();
    this._writeRaw(header, 'latin1', null);
    const hasRoom = this._writeRaw(data, encoding, done);
    this.socket?.uncork();
    return hasRoom;
  }

  _writeRaw(data: Chunk, given: string | null | Done, callback: Done | null = null): boolean {
    const { socket } = this;
    // The connection is gone.
    if (socket?.destroyed) return false;
    const encoding = typeof given === 'function' ? null : given;
    const done = typeof given === 'function' ? given : callback;
    if (socket !== null && (socket._httpMessage as unknown) === this && socket.writable) {
      if (this.outputData.length > 0) this._flushOutput(socket);
      return socket.write(data, encoding ?? undefined, done ?? undefined);
    }
    this.outputData.push({ data, encoding, done });
    this.outputSize += data.length;
    this._onPendingData(data.length);
    return this.outputSize < this._highWaterMark;
  }

  _flush(): void {
    const { socket } = this;
    if (!socket?.writable) return;
    const hasRoom = this._flushOutput(socket);
    if (this.finished) this._finish();
    else if (hasRoom === true && this._needsDrain) {
      this._needsDrain = false;
      this.emit('drain');
    }
  }

  _flushOutput(socket: Socket): boolean | undefined {
    for (; this._corked > 0; this._corked--) socket.cork();
    if (this.outputData.length === 0) return undefined;
    const waiting = this.outputData;
    const size = this.outputSize;
    this.outputData = [];
    this.outputSize = 0;
    socket.cork();
    let hasRoom = true;
    for (const { data, encoding, done } of waiting) hasRoom = socket.write(data, encoding ?? undefined, done ?? undefined);
    socket.uncork();
    this._onPendingData(-size);
    return hasRoom;
  }

  _finish(): void {
    this.emit('prefinish');
  }

  cork(): void {
    this._corked++;
    this.socket?.cork();
  }
  uncork(): void {
    this._corked--;
    this.socket?.uncork();
    if (this._corked > 0 || this._corkedChunks.length === 0) return;
    const chunks = this._corkedChunks;
    const callbacks = chunks.flatMap(({ done }) => (done === null ? [] : [done]));
    this._send(this._corkedLength.toString(16) + CRLF, 'latin1');
    for (const { data, encoding } of chunks) this._send(data, encoding);
    this._send(CRLF, 'latin1', (error) => {
      for (const done of callbacks) done(error);
    });
    this._corkedChunks = [];
    this._corkedLength = 0;
  }

  write(chunk: unknown, encoding?: unknown, callback?: unknown): boolean {
    const done = [encoding, callback].find((argument) => typeof argument === 'function') as Done | undefined; // `find` checks it.
    const hasRoom = writeChunk(this, {
      chunk,
      encoding: typeof encoding === 'string' ? encoding : null,
      done: done ?? null,
      isLast: false,
    });
    if (!hasRoom) this._needsDrain = true;
    return hasRoom;
  }

  end(given?: unknown, givenEncoding?: unknown, callback?: unknown): this {
    const done = [given, givenEncoding, callback].find((argument) => typeof argument === 'function') as Done | undefined; // `find` checks it.
    const chunk = typeof given === 'function' ? null : given;
    const encoding = typeof givenEncoding === 'string' ? givenEncoding : null;
    const hasChunk = chunk !== null && chunk !== undefined && chunk !== '';
    if (hasChunk) {
      if (this.finished) {
        failLater(this, writeAfterEnd(), done ?? null);
        return this;
      }
      this.socket?.cork();
      writeChunk(this, { chunk, encoding, done: null, isLast: true });
    } else if (this.finished) {
      if (done !== undefined && this.writableFinished)
        done(nodeError(Error, 'ERR_STREAM_ALREADY_FINISHED', 'Cannot call end after a stream was finished'));
      else if (done !== undefined) this.on('finish', done);
      return this;
    } else if (!this._header) {
      this.socket?.cork();
      this._contentLength = 0;
      this._implicitHeader();
    }
    if (done !== undefined) this.once('finish', done);
    if (this.strictContentLength && countsStrictly(this) && this._bytesWritten !== this._contentLength)
      throw lengthMismatch(this._bytesWritten, this._contentLength);
    this._endBody(hasChunk);
    return this;
  }

  _endBody(hasChunk: boolean): void {
    const finish = () => {
      if (!this.socket?._hadError) this.emit('finish');
    };
    if (this._hasBody && this.chunkedEncoding) this._send(`0${CRLF}${this._trailer}${CRLF}`, 'latin1', finish);
    else if (!this._headerSent || this.writableLength > 0 || hasChunk) this._send('', 'latin1', finish);
    else processShim.nextTick(finish);
    const { socket } = this;
    // Flushes all corked data with this part.
    if (socket !== null) for (let corked = socket.writableCorked; corked > 0; corked--) socket.uncork();
    this._corked = 1;
    this.uncork();
    this.finished = true;
    if (this.outputData.length === 0 && socket !== null && (socket._httpMessage as unknown) === this) this._finish();
  }

  flushHeaders(): void {
    if (!this._header) this._implicitHeader();
    this._send('', null);
  }

  addTrailers(headers: Record<string, string> | readonly unknown[]): void {
    this._trailer = '';
    for (const [name, given] of Array.isArray(headers) ? headerPairs(headers) : Object.entries(headers)) {
      checkHeaderName(name, 'Trailer name');
      const isJoined = this.uniqueHeaders?.has(name.toLowerCase()) === true;
      for (const value of Array.isArray(given) && !isJoined ? given : [Array.isArray(given) ? given.join('; ') : given]) {
        if (hasInvalidCharacter(value)) throw invalidCharacter('trailer content', name);
        this._trailer += `${name}: ${String(value)}${CRLF}`;
      }
    }
  }

  setTimeout(milliseconds: number, listener?: () => void): this {
    if (listener !== undefined) this.on('timeout', listener);
    if (this.socket === null) this.once('socket', (socket: Socket) => void socket.setTimeout(milliseconds));
    else this.socket.setTimeout(milliseconds);
    return this;
  }

  destroy(error?: unknown): this {
    if (this.destroyed) return this;
    this.destroyed = true;
    this._errored = error;
    if (this.socket === null) this.once('socket', (socket: Socket) => void socket.destroy(error));
    else this.socket.destroy(error);
    return this;
  }

  override pipe<Target>(_target: Target): Target {
    this.emit('error', nodeError(Error, 'ERR_STREAM_CANNOT_PIPE', 'Cannot pipe, not readable'));
    return _target;
  }

  [Symbol.for('nodejs.rejection')](error: unknown): void {
    this.destroy(error);
  }
}
