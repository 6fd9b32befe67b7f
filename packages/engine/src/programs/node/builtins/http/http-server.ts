import type { HttpParserLimits } from '../../../../http/http-parser.ts';
import { monotonicNow } from '../../base/monotonic-now.ts';
import { invalidArgumentType, outOfRange } from '../../errors/node-error.ts';
import type { Timeout } from '../../event-loop/timers.ts';
import type { NodeHost } from '../../node-host.ts';
import { Server } from '../net/server.ts';
import type { Socket } from '../net/socket.ts';
import type { SocketOptions } from '../net/socket-options.ts';
import { readUniqueHeaders } from './header-checks.ts';
import { IncomingMessage, type IncomingOptions } from './incoming-message.ts';
import type { OutgoingOptions } from './outgoing-message.ts';
import { ServerConnection } from './server-connection.ts';
import { ServerResponse } from './server-response.ts';
import { statusTexts } from './status-texts.ts';

export interface HttpServerOptions {
  IncomingMessage?: typeof IncomingMessage;
  ServerResponse?: typeof ServerResponse;
  [name: string]: unknown;
}

/** The key of the timer that checks for slow requests; exported by `_http_server`. */
export const CONNECTIONS_CHECKING = Symbol('http.server.connectionsCheckingInterval');

const HEADERS_MILLISECONDS = 60_000;
const defaults = { requestTimeout: 300_000, keepAliveTimeout: 5000, keepAliveTimeoutBuffer: 1000, connectionsCheckingInterval: 30_000 };

function wholeNumber(given: HttpServerOptions, name: string, fallback: number): number {
  const value = given[name];
  if (value === undefined) return fallback;
  if (typeof value !== 'number') throw invalidArgumentType(name, 'of type number', value);
  if (!Number.isInteger(value)) throw outOfRange(name, 'an integer', value);
  if (value < 0) throw outOfRange(name, '>= 0 && <= 9007199254740991', value);
  return value;
}

function flag(given: HttpServerOptions, name: string, fallback: boolean): boolean {
  const value = given[name];
  if (value === undefined) return fallback;
  if (typeof value !== 'boolean') throw invalidArgumentType(`options.${name}`, 'of type boolean', value);
  return value;
}

function readServerOptions(given: HttpServerOptions) {
  const numbers = Object.fromEntries(
    Object.entries(defaults).map(([name, fallback]) => [name, wholeNumber(given, name, fallback)]),
  ) as typeof defaults; // `numbers` has the same keys as `defaults`.
  const { requestTimeout } = numbers;
  const most = requestTimeout > 0 ? Math.min(HEADERS_MILLISECONDS, requestTimeout) : HEADERS_MILLISECONDS;
  const headersTimeout = wholeNumber(given, 'headersTimeout', most);
  if (requestTimeout > 0 && headersTimeout > requestTimeout) throw outOfRange('headersTimeout', '<= requestTimeout', headersTimeout);
  for (const name of ['noDelay', 'keepAlive']) flag(given, name, false);
  const messageOptions: IncomingOptions & OutgoingOptions = {
    rejectNonStandardBodyWrites: flag(given, 'rejectNonStandardBodyWrites', false),
  };
  if (given.highWaterMark !== undefined) messageOptions.highWaterMark = wholeNumber(given, 'highWaterMark', 0);
  return {
    ...numbers,
    headersTimeout,
    messageOptions,
    insecureHTTPParser: flag(given, 'insecureHTTPParser', false),
    joinDuplicateHeaders: flag(given, 'joinDuplicateHeaders', false),
    uniqueHeaders: readUniqueHeaders(given.uniqueHeaders),
    requireHostHeader: flag(given, 'requireHostHeader', true),
    maxHeaderSize: given.maxHeaderSize === undefined ? undefined : wholeNumber(given, 'maxHeaderSize', 0),
  };
}

/** Node's `http.Server`. */
export class HttpServer extends Server {
  keepAliveTimeout: number;
  keepAliveTimeoutBuffer: number;
  requestTimeout: number;
  headersTimeout: number;
  timeout = 0;
  maxHeadersCount: number | null = null;
  maxRequestsPerSocket: number | null = 0;
  httpAllowHalfOpen = false;
  isClosing = false;
  readonly requireHostHeader: boolean;
  insecureHTTPParser: boolean;
  readonly joinDuplicateHeaders: boolean;
  readonly uniqueHeaders: Set<string> | null;
  readonly messageOptions: IncomingOptions & OutgoingOptions;
  [CONNECTIONS_CHECKING]: { _destroyed: boolean } = { _destroyed: false };
  readonly maxHeaderSize: number | undefined;
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
  readonly #open = new Set<ServerConnection>();
  readonly #host: NodeHost;
  readonly #checkMilliseconds: number;
  #checks: Timeout | null = null;

  constructor(host: NodeHost, given: HttpServerOptions = {}) {
    super(host, { ...(given as SocketOptions), allowHalfOpen: true });
    const options = readServerOptions(given);
    this.#host = host;
    this.keepAliveTimeout = options.keepAliveTimeout;
    this.keepAliveTimeoutBuffer = options.keepAliveTimeoutBuffer;
    this.requestTimeout = options.requestTimeout;
    this.headersTimeout = options.headersTimeout;
    this.#checkMilliseconds = options.connectionsCheckingInterval;
    this.requireHostHeader = options.requireHostHeader;
    this.insecureHTTPParser = options.insecureHTTPParser || host.context.args?.includes('--insecure-http-parser') === true;
    this.joinDuplicateHeaders = options.joinDuplicateHeaders;
    this.uniqueHeaders = options.uniqueHeaders;
    this.messageOptions = options.messageOptions;
    this.maxHeaderSize = options.maxHeaderSize;
    this.IncomingMessage = given.IncomingMessage ?? IncomingMessage;
    this.ServerResponse = given.ServerResponse ?? ServerResponse;
    this.on('connection', (socket: Socket) => this.serve(socket));
  }

  /** Serves a connection, which may be any stream that a program passes as one. */
  serve(socket: Socket): void {
    if (this.timeout > 0) socket.setTimeout?.(this.timeout);
    socket.server = this;
    this.#open.add(new ServerConnection(this, socket, this.#host));
    this.#checkLater();
  }

  get parserLimits(): Partial<HttpParserLimits> {
    const limits: Partial<HttpParserLimits> = { strictness: this.insecureHTTPParser ? 'lenient' : 'strict' };
    if (this.maxHeaderSize !== undefined) limits.maxHeadBytes = this.maxHeaderSize;
    return limits;
  }

  /** Checks for slow requests periodically while there are connections. */
  #checkLater(): void {
    if (this.#checks !== null || this.#checkMilliseconds <= 0) return;
    this.#checks = this.#host.timers
      .setInterval(() => {
        for (const connection of [...this.#open]) connection.checkTimes(monotonicNow());
        if (this.#open.size > 0) return;
        this.#checks?.close();
        this.#checks = null;
      }, this.#checkMilliseconds)
      .unref();
  }

  release(connection: ServerConnection): void {
    this.#open.delete(connection);
  }
  override listen(...args: unknown[]): this {
    this.isClosing = false;
    this[CONNECTIONS_CHECKING]._destroyed = false;
    return super.listen(...args);
  }
  override close(listener?: (error?: Error) => void): this {
    this.isClosing = true;
    this[CONNECTIONS_CHECKING]._destroyed = true;
    super.close(listener);
    this.closeIdleConnections();
    return this;
  }
  closeIdleConnections(): void {
    for (const connection of [...this.#open]) if (connection.isIdle) connection.destroy();
  }
  closeAllConnections(): void {
    for (const connection of [...this.#open]) connection.destroy();
  }
  /** Handles the rejection of an asynchronous listener with `captureRejections`. */
  [Symbol.for('nodejs.rejection')](error: Error, event: string, ...args: unknown[]): void {
    const [, response] = args;
    if (event !== 'request' || !(response instanceof ServerResponse)) {
      this.emit('error', error);
      return;
    }
    if (response.headersSent || response.writableEnded) {
      response.destroy();
      return;
    }
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    response.statusCode = 500;
    response.end(statusTexts.get(500));
  }
  setTimeout(milliseconds: number, listener?: () => void): this {
    this.timeout = milliseconds;
    if (listener !== undefined) this.on('timeout', listener);
    return this;
  }
}
