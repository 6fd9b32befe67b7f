import processShim from 'process/';
import type { ResponseHead } from '../../../../http/http-message.ts';
import { Buffer } from '../../base/buffer-class.ts';
import { nodeError } from '../../errors/node-error.ts';
import type { ContextFrame } from '../../event-loop/event-loop.ts';
import type { NodeHost } from '../../node-host.ts';
import { isLoopback } from '../net/addresses.ts';
import { Socket } from '../net/socket.ts';
import type { Agent } from './agent.ts';
import { ClientConnection } from './client-connection.ts';
import { type HeaderValue, headersSent, readUniqueHeaders } from './header-checks.ts';
import { IncomingMessage } from './incoming-message.ts';
import { HEADERS } from './outgoing-headers.ts';
import { OutgoingMessage } from './outgoing-message.ts';
import { outsideOf } from './outside.ts';
import { connectionReset } from './parse-errors.ts';
import {
  checkedAgent,
  checkedDuration,
  checkedHost,
  checkedMethod,
  checkedPath,
  checkFlags,
  type RequestOptions,
  requestArguments,
} from './request-options.ts';

type Done = (error?: unknown) => void;

const BODYLESS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

/** The state of a request that `fetch` carries. */
interface OutsideRequest {
  url: string;
  body: Uint8Array[];
  abort: AbortController;
}

interface OwnState {
  host: NodeHost;
  context: ContextFrame | null;
  outside: OutsideRequest | null;
}

/** The settings of one module, `http` or `https`. */
export interface ClientSettings {
  agent(): Agent;
  /** Returns whether the agent is unmodified, in which case the browser's `fetch` replaces the connection to the outside. */
  isPlainAgent(agent: Agent): boolean;
}

/**
 * `http.ClientRequest`. Speaks HTTP over a connection from its agent; the browser's `fetch` carries requests to the
 * outside that use the module's own agent.
 */
export class ClientRequest extends OutgoingMessage {
  readonly method: string;
  readonly path: string;
  readonly host: string;
  readonly protocol: string;
  readonly socketPath: unknown;
  readonly agent: Agent | undefined;
  timeout: number | undefined;
  maxHeaderSize: unknown;
  maxHeadersCount: number | null = null;
  insecureHTTPParser: unknown;
  joinDuplicateHeaders: unknown;
  aborted = false;
  reusedSocket = false;
  upgradeOrConnect = false;
  parser: unknown = null;
  res: IncomingMessage | null = null;
  timeoutCb: (() => void) | null = null;
  _ended = false;
  declare readonly _own: OwnState;

  constructor(host: NodeHost, settings: ClientSettings, args: readonly unknown[]) {
    super();
    const { options, listener } = requestArguments(args);
    // Not enumerable, to keep it out of inspection.
    Object.defineProperty(this, '_own', { value: { host, context: host.loop.context, outside: null } });
    const usual = (options._defaultAgent as Agent | undefined) ?? settings.agent();
    this.agent = checkedAgent(options, usual);
    this.protocol = String(options.protocol || usual.protocol);
    const expected = this.agent?.protocol || usual.protocol;
    this.path = checkedPath(options.path);
    if (this.protocol !== expected)
      throw nodeError(TypeError, 'ERR_INVALID_PROTOCOL', `Protocol "${this.protocol}" not supported. Expected "${expected}"`);
    const defaultPort = options.defaultPort || this.agent?.defaultPort;
    options.port = options.port || defaultPort || 80;
    options.host = checkedHost(options.hostname, 'hostname') ?? checkedHost(options.host, 'host') ?? 'localhost';
    this.host = String(options.host);
    this.socketPath = options.socketPath;
    if (options.timeout !== undefined) this.timeout = checkedDuration(options.timeout, 'timeout');
    this.method = checkedMethod(options.method);
    checkFlags(options);
    this.maxHeaderSize = options.maxHeaderSize;
    this.insecureHTTPParser = options.insecureHTTPParser;
    this.joinDuplicateHeaders = options.joinDuplicateHeaders;
    if (listener !== null) this.once('response', listener as () => void);
    this.useChunkedEncodingByDefault = !BODYLESS.has(this.method);
    this._keepConnection();
    this.uniqueHeaders = readUniqueHeaders(options.uniqueHeaders);
    this._addHeaders(options, defaultPort);
    this._watchSignal(options);
    this._begin(options, settings);
  }

  _keepConnection(): void {
    const { agent } = this;
    this._last = agent === undefined || (!agent.keepAlive && !Number.isFinite(agent.maxSockets));
    this.shouldKeepAlive = !this._last;
  }

  _addHeaders(options: RequestOptions, defaultPort: unknown): void {
    const { headers } = options;
    if (options.setDefaultHeaders === false) {
      this._removedConnection = true;
      this._removedContLen = true;
      this._removedTE = true;
    }
    // A list of headers is sent unchanged, without additions.
    if (Array.isArray(headers)) {
      this._storeHeader(this._startLine(), headers);
      return;
    }
    for (const [name, value] of Object.entries(headers ?? {})) this.setHeader(name, value as HeaderValue);
    const setsHost = options.setHost !== undefined ? Boolean(options.setHost) : options.setDefaultHeaders !== false;
    if (setsHost && !this.hasHeader('host')) {
      const { host } = this;
      const isBare = host.includes(':') && host.indexOf(':') !== host.lastIndexOf(':') && !host.startsWith('[');
      const port = options.port && Number(options.port) !== Number(defaultPort) ? `:${String(options.port)}` : '';
      this.setHeader('Host', (isBare ? `[${host}]` : host) + port);
    }
    if (options.auth && !this.hasHeader('authorization'))
      this.setHeader('Authorization', `Basic ${Buffer.from(String(options.auth)).toString('base64')}`);
    if (!this.hasHeader('expect')) return;
    if (this._header) throw headersSent('render');
    this._storeHeader(this._startLine(), this[HEADERS]);
  }

  _startLine(): string {
    return `${this.method} ${this.path} HTTP/1.1\r\n`;
  }

  override _implicitHeader(): void {
    if (this._header) throw headersSent('render');
    // The browser writes its own head.
    if (!this._own?.outside) this._storeHeader(this._startLine(), this[HEADERS]);
    else this._header = this._startLine();
  }

  _watchSignal({ signal }: RequestOptions): void {
    if (!signal) return;
    const abort = () => this.destroy(abortError(signal));
    if (signal.aborted) processShim.nextTick(abort);
    else signal.addEventListener('abort', abort, { once: true });
  }

  _begin(given: RequestOptions, settings: ClientSettings): void {
    const { signal, ...options } = given;
    const { agent } = this;
    if (this._isOutside(options) && agent !== undefined && options.createConnection === undefined && settings.isPlainAgent(agent)) {
      const abort = new AbortController();
      this._own.outside = { url: `${this.protocol}//${this.host}:${String(options.port)}${this.path}`, body: [], abort };
      return;
    }
    if (agent !== undefined) {
      agent.addRequest(this, options);
      return;
    }
    let isAnswered = false;
    const created = (error: Error | null, socket?: unknown) => {
      if (isAnswered) return;
      isAnswered = true;
      if (error) processShim.nextTick(() => this._fail(error));
      else this.onSocket(socket as Socket, null); // Any duplex stream is used like a socket.
    };
    try {
      // `path` is the request's path here, not that of a socket.
      const place = { ...options, path: options.socketPath || undefined };
      const create = options.createConnection ?? ((where: object) => new Socket(this._own.host).connect(where));
      const socket = create(place, created);
      if (socket) created(null, socket);
    } catch (error) {
      created(error as Error);
    }
  }

  _isOutside(options: RequestOptions): boolean {
    if (options.socketPath) return false;
    // The engine's own server (the package registry) may have a loopback name, as in development.
    const isOwnServer = `${this.protocol}//${this.host}:${String(options.port)}` === this._own.host.context.origin;
    return this.protocol === 'https:' || isOwnServer || !isLoopback(this.host);
  }

  /** Called by an agent with a connection, or with the error that prevented it. */
  onSocket(socket: Socket | null, error?: Error | null): void {
    const give = () => this._takeSocket(socket, error ?? null);
    processShim.nextTick(this._own.host.loop.bindContext(give, this._own.context));
  }

  _takeSocket(socket: Socket | null, error: Error | null): void {
    const reason = error ?? (this.errored as Error | null);
    if (!this.destroyed && error === null && socket !== null) {
      this._useSocket(socket);
      return;
    }
    this.destroyed = true;
    const end = (failure: unknown) => {
      if (failure || !this.aborted) this._fail(failure ?? connectionReset('socket hang up'));
      this._closed = true;
      this.emit('close');
    };
    if (socket === null) end(reason);
    else if (error === null && this.agent !== undefined && !socket.destroyed) {
      // The connection is free for another request.
      socket.emit('free');
      end(reason);
    } else if (socket.destroyed) {
      // The socket's error becomes the request's; the event may still be pending.
      socket.once('error', () => {});
      end(socket.errored ?? reason);
    } else {
      let failure: unknown = null;
      socket.once('error', (given: Error) => {
        failure = given;
      });
      socket.once('close', () => end(failure ?? reason));
      socket.destroy(reason ?? undefined);
    }
  }

  _useSocket(socket: Socket): void {
    this.socket = socket;
    void new ClientConnection(this._own.host, this, socket);
    this.parser = socket.parser;
    if (this.timeout !== undefined || this.agent?.options?.timeout) this._listenTimeout();
    if (this.timeout !== undefined && this.agent === undefined) this._setSocketTimeout(this.timeout);
    this.emit('socket', socket);
    this._flush();
  }

  _createResponse(socket: Socket, head: ResponseHead): IncomingMessage {
    const response = new IncomingMessage(socket);
    response.joinDuplicateHeaders = this.joinDuplicateHeaders === true;
    response.statusCode = head.status;
    response.statusMessage = head.reason;
    response.setHead(head.httpVersion, head.headers, this.maxHeadersCount);
    this.res = response;
    response.req = this;
    return response;
  }

  #hasFailed = false;
  _fail(error: unknown): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.emit('error', this.errored ?? error);
  }

  abort(): void {
    if (this.aborted) return;
    this.aborted = true;
    processShim.nextTick(() => this.emit('abort'));
    this.destroy();
  }

  override destroy(error?: unknown): this {
    if (this.destroyed) return this;
    this.destroyed = true;
    this.res?._dump();
    this._errored = error ?? null;
    if (this._own?.outside) this._abandon(this._own.outside.abort);
    else if (this.socket !== null) this.socket.destroy(error);
    return this;
  }

  /** Aborts a request that `fetch` carries. */
  _abandon(abort: AbortController): void {
    abort.abort();
    processShim.nextTick(() => {
      if (this.res !== null) this.res.destroy(connectionReset('aborted'));
      else if (this.errored !== null || !this.aborted || this._ended) this._fail(connectionReset('socket hang up'));
      this._closed = true;
      this.emit('close');
    });
  }

  override _send(data: string | Uint8Array, encoding: string | null, done: Done | null = null): boolean {
    if (!this._own?.outside) return super._send(data, encoding, done);
    this._headerSent = true;
    if (data.length > 0) this._own.outside.body.push(Buffer.from(data as string, (encoding ?? 'utf8') as 'utf8'));
    if (done !== null) processShim.nextTick(done);
    return true;
  }

  override end(chunk?: unknown, encoding?: unknown, done?: unknown): this {
    const isFirst = !this.finished;
    super.end(chunk, encoding, done);
    if (isFirst && this.finished && this._own?.outside && !this.destroyed) void this._fetch(this._own.outside);
    return this;
  }

  async _fetch({ url, body, abort }: { url: string; body: Uint8Array[]; abort: AbortController }): Promise<void> {
    const { loop } = this._own.host;
    const context = this._own.context;
    const release = loop.ref();
    const timer = this.timeout ? this._own.host.timers.setTimeout(() => this.emit('timeout'), this.timeout) : null;
    try {
      const headers = Object.values(this[HEADERS] ?? {}).flatMap(([name, value]) =>
        [value].flat().map((item): [string, string] => [name, String(item)]),
      );
      const exchange = await outsideOf(this._own.host).exchange({ url, method: this.method, headers, body, signal: abort.signal });
      const response = this._createResponse(new Socket(this._own.host), exchange.head);
      loop.run(() => this.emit('response', response) || response._dump(), context);
      for await (const chunk of exchange.chunks()) loop.run(() => response.addBody(chunk), context);
      loop.run(() => response.finish(), context);
    } catch (error) {
      if (!this.destroyed) loop.run(() => (this.res === null ? this._fail(error) : this.res.destroy(error as Error)), context);
    }
    timer?.close();
    release();
    if (this._closed) return;
    this._closed = true;
    loop.run(() => this.emit('close'), context);
  }

  override setTimeout(milliseconds: number, listener?: () => void): this {
    if (this._ended) return this;
    this._listenTimeout();
    const checked = checkedDuration(milliseconds, 'msecs');
    if (listener !== undefined) this.once('timeout', listener);
    if (this._own?.outside) this.timeout = checked;
    if (this.socket !== null) this._setSocketTimeout(checked);
    else this.once('socket', () => this._setSocketTimeout(checked));
    return this;
  }
  clearTimeout(listener?: () => void): void {
    this.setTimeout(0, listener);
  }

  _setSocketTimeout(milliseconds: number): void {
    const { socket } = this;
    if (socket === null) return;
    if (socket.connecting) socket.once('connect', () => void socket.setTimeout(milliseconds));
    else socket.setTimeout(milliseconds);
  }
  _listenTimeout(): void {
    if (this.timeoutCb !== null) return;
    const tell = () => void this.emit('timeout');
    this.timeoutCb = tell;
    if (this.socket !== null) this.socket.once('timeout', tell);
    else this.on('socket', (socket: Socket) => socket.once('timeout', tell));
  }
  _forgetTimeout(): void {
    if (this.timeoutCb === null) return;
    this.socket?.setTimeout(0);
    this.socket?.removeListener('timeout', this.timeoutCb);
    this.timeoutCb = null;
  }

  onceSocket(call: (socket: Socket) => void): void {
    if (this.socket !== null) call(this.socket);
    else this.once('socket', call);
  }
  setNoDelay(isOn?: boolean): void {
    this.onceSocket((socket) => void socket.setNoDelay?.(isOn));
  }
  setSocketKeepAlive(isOn?: boolean, delay?: number): void {
    this.onceSocket((socket) => void socket.setKeepAlive?.(isOn, delay));
  }
}

function abortError(signal: AbortSignal): Error {
  return Object.assign(new Error('The operation was aborted', { cause: signal.reason }), { name: 'AbortError', code: 'ABORT_ERR' });
}
