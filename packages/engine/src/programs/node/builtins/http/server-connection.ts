import type { Duplex } from 'readable-stream';
import type { RequestHead } from '../../../../http/http-message.ts';
import { HttpParser, type HttpParserLimits, type RequestParserEvents } from '../../../../http/http-parser.ts';
import { asBuffer } from '../../base/buffer-class.ts';
import { monotonicNow } from '../../base/monotonic-now.ts';
import { nodeError } from '../../errors/node-error.ts';
import type { NodeHost } from '../../node-host.ts';
import type { Socket } from '../net/socket.ts';
import type { IncomingMessage, IncomingOptions } from './incoming-message.ts';
import type { OutgoingOptions } from './outgoing-message.ts';
import { connectionReset, parseError, refusalOf, shield } from './parse-errors.ts';
import { closeLater, type ServerResponse } from './server-response.ts';

/** The members of the server that a connection uses. */
export interface ConnectionOwner {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
  readonly timeout: number;
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly keepAliveTimeout: number;
  readonly keepAliveTimeoutBuffer: number;
  readonly maxRequestsPerSocket: number | null;
  readonly maxHeadersCount: number | null;
  readonly requireHostHeader: boolean;
  readonly httpAllowHalfOpen: boolean;
  readonly joinDuplicateHeaders: boolean;
  readonly messageOptions: IncomingOptions & OutgoingOptions;
  readonly uniqueHeaders: Set<string> | null;
  readonly parserLimits: Partial<HttpParserLimits>;
  readonly isClosing: boolean;
  emit(name: string, ...args: unknown[]): boolean;
  listenerCount(name: string): number;
  release(connection: ServerConnection): void;
}

/** One connection of a server: requests arrive in order, and responses are sent in the same order. */
export class ServerConnection {
  /** Requests whose responses are incomplete. */
  readonly #incoming: IncomingMessage[] = [];
  /** Responses that wait for earlier ones to complete. */
  readonly #outgoing: ServerResponse[] = [];
  /** The request whose body is arriving. */
  #reading: IncomingMessage | null = null;
  #isUpgraded = false;
  #requestCount = 0;
  /** The number of bytes buffered in responses that cannot be sent yet. */
  #waitingBytes = 0;
  readonly #parser: HttpParser;
  readonly #listeners: [string, (...args: never[]) => void][];

  constructor(
    private readonly server: ConnectionOwner,
    private readonly socket: Socket,
    private readonly host: NodeHost,
  ) {
    const events: RequestParserEvents = {
      kind: 'request',
      onHead: (head) => this.#startRequest(head),
      onBody: (data) => {
        if (shield(host, () => this.#reading?.addBody(data)) === false) this.socket.pause();
      },
      onTrailers: (trailers) => this.#reading?.setTrailers(trailers),
      onEnd: () => {
        const ended = this.#reading;
        this.#reading = null;
        this.#begunAt = null;
        shield(host, () => ended?.finish());
      },
      onUpgrade: (rest) => this.#upgrade(rest),
    };
    this.#parser = new HttpParser(events, server.parserLimits);
    socket._paused = false;
    socket._httpMessage = null;
    socket.parser = this.#parser;
    this.#listeners = [
      ['data', (chunk: Uint8Array) => this.#receive(chunk)],
      ['end', () => this.#end()],
      ['close', () => this.#close()],
      ['error', (error: Error) => this.#refuse(error)],
      ['drain', () => this.#drain()],
      ['timeout', () => this.#timeOut()],
    ];
    for (const [name, listener] of this.#listeners) socket.on(name, listener);
    // The connection carries bytes, not only text.
    socket.setEncoding = () => {
      throw nodeError(Error, 'ERR_HTTP_SOCKET_ENCODING', 'Changing the socket encoding is not allowed per RFC7230 Section 3.');
    };
  }

  /** True between two requests; a client that has not sent any request yet does not count as idle. */
  get isIdle(): boolean {
    return this.#requestCount > 0 && this.#incoming.length === 0 && this.#parser.isIdle;
  }
  destroy(): void {
    this.socket.destroy();
  }

  #receive(chunk: Uint8Array): void {
    if (this.#begunAt === null && this.#reading === null) this.#begunAt = monotonicNow();
    if (this.#isWaiting) {
      this.#isWaiting = false;
      this.socket.setTimeout?.(this.server.timeout);
    }
    try {
      this.#parser.push(chunk);
    } catch (error) {
      const failure = parseError(error, chunk);
      // Errors thrown by the program's own listeners are not parse errors.
      if (failure === null) throw error;
      this.#refuse(failure);
    }
    if (this.socket._paused === true && !this.#isUpgraded) this.socket.pause();
  }

  /** The time at which the first byte of the incomplete message arrived. */
  #begunAt: number | null = monotonicNow();
  /** True between two requests. */
  #isWaiting = false;

  /** Rejects a request that takes longer than the server's timeouts allow. */
  checkTimes(now: number): void {
    const { headersTimeout, requestTimeout } = this.server;
    if (this.#begunAt === null || this.#isUpgraded) return;
    const elapsed = now - this.#begunAt;
    const isHeadLate = this.#reading === null && headersTimeout > 0 && elapsed > headersTimeout;
    if (!isHeadLate && !(requestTimeout > 0 && elapsed > requestTimeout)) return;
    this.#begunAt = null;
    this.#refuse(nodeError(Error, 'ERR_HTTP_REQUEST_TIMEOUT', 'Request timeout'));
  }

  #timeOut(): void {
    const { socket } = this;
    const request = this.#reading ?? this.#incoming.at(-1);
    const isHeard = [
      request?.complete === false && request.emit('timeout', socket),
      socket._httpMessage?.emit('timeout', socket),
      this.server.emit('timeout', socket),
    ];
    if (!isHeard.includes(true)) socket.destroy();
  }

  #hasRefused = false;
  #end(): void {
    try {
      // Earlier data may already have been rejected.
      if (!this.#hasRefused) this.#parser.finish();
    } catch (error) {
      this.#refuse(parseError(error, new Uint8Array(0)) ?? error);
      return;
    }
    if (this.#isUpgraded) return;
    if (!this.server.httpAllowHalfOpen) {
      this.socket.end();
      return;
    }
    const last = this.#outgoing.at(-1) ?? this.socket._httpMessage;
    if (last) last._last = true;
    else this.socket.end();
  }

  #abortRequests(): void {
    for (const request of this.#incoming.splice(0)) request.destroy(connectionReset('aborted'));
  }

  #refuse(error: unknown): void {
    if (this.#isUpgraded) return;
    const { socket } = this;
    const [[, onData] = [], , , [, onError] = []] = this.#listeners;
    // Ignores errors of the socket that result from ending it.
    if (onError !== undefined && socket.listeners('error').includes(onError as () => void)) {
      socket.removeListener('error', onError);
      socket.on('error', () => {});
    }
    this.#hasRefused = true;
    if (this.server.emit('clientError', error, socket)) return;
    if (onData !== undefined) socket.removeListener('data', onData);
    // Further data is discarded.
    socket.resume();
    const answer = socket._httpMessage as ServerResponse | null | undefined; // On a server's connection it is always a server response.
    if (!socket.writable) socket.destroy(error);
    else if (answer?._headerSent) this.#hangUp();
    else socket.write(refusalOf(error), 'latin1', () => void socket.destroy(error));
  }

  #drain(): void {
    const { socket } = this;
    const needed = this.#waitingBytes > socket.writableHighWaterMark;
    if (socket._paused === true && !needed) {
      socket._paused = false;
      socket.resume();
    }
    const message = socket._httpMessage;
    if (message && !message.finished && message._needsDrain) {
      message._needsDrain = false;
      message.emit('drain');
    }
  }

  /** Pauses reading from a client that sends requests faster than they are answered. */
  #addWaiting(bytes: number): void {
    this.#waitingBytes += bytes;
    const { socket } = this;
    if (socket._paused === true && this.#waitingBytes < socket.writableHighWaterMark) this.#drain();
  }

  #startRequest(head: RequestHead): 'upgrade' | undefined {
    const { server, socket } = this;
    const request = new server.IncomingMessage(socket, server.messageOptions);
    request.joinDuplicateHeaders = server.joinDuplicateHeaders;
    request.method = head.method;
    request.url = head.target;
    request.setHead(head.httpVersion, head.headers, server.maxHeadersCount);
    if (head.asksUpgrade) {
      request.upgrade = head.method === 'CONNECT' || server.listenerCount('upgrade') > 0;
      if (request.upgrade) {
        this.#reading = request;
        return 'upgrade';
      }
    }
    this.#reading = request;
    this.#incoming.push(request);
    if (socket._paused !== true && (socket.writableNeedDrain || this.#waitingBytes >= socket.writableHighWaterMark)) socket._paused = true;
    const response = new server.ServerResponse(request, server.messageOptions);
    response._keepAliveTimeout = server.keepAliveTimeout;
    response._maxRequestsPerSocket = server.maxRequestsPerSocket;
    response._onPendingData = (bytes) => this.#addWaiting(bytes);
    response.shouldKeepAlive = head.isKeepAlive;
    response.uniqueHeaders = server.uniqueHeaders;
    if (socket._httpMessage) this.#outgoing.push(response);
    else response.assignSocket(socket);
    response.on('finish', () => this.#finish(request, response));
    shield(this.host, () => this.#dispatch(request, response));
    return undefined;
  }

  #dispatch(request: IncomingMessage, response: ServerResponse): void {
    const { server } = this;
    const most = server.maxRequestsPerSocket ?? 0;
    if (request.httpVersion === '1.1' && server.requireHostHeader && request.headers.host === undefined) {
      response.writeHead(400, ['Connection', 'close']);
      response.end();
      return;
    }
    this.#requestCount++;
    if (most > 0) response.maxRequestsOnConnectionReached = most <= this.#requestCount;
    if (most > 0 && most < this.#requestCount) {
      server.emit('dropRequest', request, this.socket);
      response.writeHead(503);
      response.end();
      return;
    }
    const expected = request.httpVersion === '1.1' ? request.headers.expect : undefined;
    if (expected === undefined) server.emit('request', request, response);
    else if (/(?:^|\W)100-continue(?:$|\W)/i.test(String(expected))) {
      response._expect_continue = true;
      if (server.emit('checkContinue', request, response)) return;
      response.writeContinue();
      server.emit('request', request, response);
    } else if (!server.emit('checkExpectation', request, response)) {
      response.writeHead(417);
      response.end();
    }
  }

  #finish(request: IncomingMessage, response: ServerResponse): void {
    const { socket, server } = this;
    const at = this.#incoming.indexOf(request);
    if (at >= 0) this.#incoming.splice(at, 1);
    // Discards the unread rest of the request.
    const isRead = request._consumed || (request.complete && request.readableFlowing !== null);
    if (!isRead) request._dump();
    response.detachSocket(socket);
    closeLater(response);
    const next = this.#outgoing.shift();
    if (response._last) this.#hangUp();
    else if (next !== undefined) next.assignSocket(socket);
    else if (server.isClosing) this.#hangUp();
    else if (server.keepAliveTimeout > 0) {
      this.#isWaiting = true;
      // Slightly longer than announced, for requests that are already on their way.
      socket.setTimeout?.(server.keepAliveTimeout + server.keepAliveTimeoutBuffer);
    }
  }

  #hangUp(): void {
    const { socket } = this;
    if (typeof socket.destroySoon === 'function') socket.destroySoon();
    else (socket as Duplex).end(); // A program's own connection may lack methods of a socket.
  }

  #upgrade(rest: Uint8Array): void {
    const request = this.#reading;
    if (request === null) return;
    this.#reading = null;
    this.#isUpgraded = true;
    const { socket, server } = this;
    request.complete = true;
    for (const [name, listener] of this.#listeners) socket.removeListener(name, listener);
    socket.parser = null;
    Reflect.deleteProperty(socket, 'setEncoding');
    server.release(this);
    const event = request.method === 'CONNECT' ? 'connect' : 'upgrade';
    if (server.listenerCount(event) === 0) {
      socket.destroy();
      return;
    }
    // Buffers bytes until there is a listener; adding one then starts the flow, because the stream was never paused.
    Reflect.set(socket, 'readableFlowing', null);
    shield(this.host, () => server.emit(event, request, socket, asBuffer(new Uint8Array(rest))));
  }

  #close(): void {
    this.server.release(this);
    this.socket.parser = null;
    this.#abortRequests();
    for (const response of this.#outgoing.splice(0)) closeLater(response);
  }
}
