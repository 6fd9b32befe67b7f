import type { RequestHead } from '../../../../http/http-message.ts';
import { HttpParser, type HttpParserLimits, type RequestParserEvents } from '../../../../http/http-parser.ts';
import { asBuffer } from '../../base/buffer-class.ts';
import { monotonicNow } from '../../base/monotonic-now.ts';
import { nodeError } from '../../errors/node-error.ts';
import type { NodeHost } from '../../node-host.ts';
import type { Socket } from '../net/socket.ts';
import type { IncomingMessage } from './incoming-message.ts';
import { parseError, refusalOf, shield } from './parse-errors.ts';
import type { ServerResponse } from './server-response.ts';

/** What a connection asks of its server. */
export interface ConnectionOwner {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
  readonly isClosing: boolean;
  readonly timeout: number;
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly keepAliveTimeout: number;
  readonly keepAliveTimeoutBuffer: number;
  readonly maxRequestsPerSocket: number;
  readonly requireHostHeader: boolean;
  readonly parserLimits: Partial<HttpParserLimits>;
  emit(name: string, ...args: unknown[]): boolean;
  listenerCount(name: string): number;
  release(connection: ServerConnection): void;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  isStarted: boolean;
}

/** One connection of a server: requests come in order, responses go out in the same order. */
export class ServerConnection {
  readonly #exchanges: Exchange[] = [];
  #incoming: IncomingMessage | null = null;
  #isUpgraded = false;
  readonly #parser: HttpParser;
  readonly #onData = (chunk: unknown): void => this.#receive(chunk as Uint8Array);

  constructor(
    private readonly server: ConnectionOwner,
    private readonly socket: Socket,
    private readonly host: NodeHost,
  ) {
    const events: RequestParserEvents = {
      kind: 'request',
      onHead: (head) => this.#startRequest(head),
      onBody: (data) => {
        if (shield(host, () => this.#incoming?.addBody(data)) === false) this.socket.pause();
      },
      onTrailers: (trailers) => this.#incoming?.setTrailers(trailers),
      onEnd: () => {
        shield(host, () => this.#incoming?.finish());
        this.#incoming = null;
        this.#begunAt = null;
      },
      onUpgrade: (rest) => this.#upgrade(rest),
    };
    this.#parser = new HttpParser(events, server.parserLimits);
    socket.on('data', this.#onData);
    socket.on('end', () => this.#end());
    socket.on('close', () => this.#close());
    socket.on('error', (error: Error) => {
      if (!this.#isUpgraded) this.#refuse(error);
    });
    socket.on('timeout', () => {
      const { response, request } = this.#exchanges[0] ?? {};
      const isHeard = [request?.emit('timeout', socket), response?.emit('timeout', socket), server.emit('timeout', socket)];
      if (!isHeard.includes(true)) socket.destroy();
    });
  }

  get isIdle(): boolean {
    return this.#exchanges.length === 0 && this.#parser.isIdle;
  }
  destroy(): void {
    this.socket.destroy();
  }

  #receive(chunk: Uint8Array): void {
    if (this.#begunAt === null && this.#incoming === null) this.#begunAt = monotonicNow();
    if (this.#isWaiting) {
      this.#isWaiting = false;
      this.socket.setTimeout(this.server.timeout);
    }
    try {
      this.#parser.push(chunk);
    } catch (error) {
      const failure = parseError(error, chunk);
      // An error of the program's own listeners is nobody else's.
      if (failure === null) throw error;
      this.#refuse(failure);
    }
  }

  /** When the first byte of a message came that is not whole. */
  #begunAt: number | null = null;
  /** Between two requests. */
  #isWaiting = false;

  /** Refuses a request that takes longer than the server waits. */
  checkTimes(now: number): void {
    const { headersTimeout, requestTimeout } = this.server;
    if (this.#begunAt === null || this.#isUpgraded) return;
    const elapsed = now - this.#begunAt;
    const isHeadLate = this.#incoming === null && headersTimeout > 0 && elapsed > headersTimeout;
    if (!isHeadLate && !(requestTimeout > 0 && elapsed > requestTimeout)) return;
    this.#begunAt = null;
    this.#refuse(nodeError(Error, 'ERR_HTTP_REQUEST_TIMEOUT', 'Request timeout'));
  }

  #end(): void {
    try {
      this.#parser.finish();
    } catch (error) {
      this.#refuse(parseError(error, new Uint8Array(0)) ?? error);
    }
    if (this.#isUpgraded) return;
    // Node, too, takes a client that says no more for one that has gone (`httpAllowHalfOpen` is false).
    this.#abortRequests();
    this.socket.end();
  }

  #abortRequests(): void {
    for (const { request } of this.#exchanges) request.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
  }

  #hasRefused = false;
  #refuse(error: unknown): void {
    if (this.#hasRefused) return;
    this.#hasRefused = true;
    this.socket.removeListener('data', this.#onData);
    // What comes after is thrown away.
    this.socket.resume();
    if (this.server.emit('clientError', error, this.socket)) return;
    const isAnswered = this.#exchanges[0]?.response.headersSent === true;
    if (!this.socket.destroyed && !this.socket.writableEnded && !isAnswered) this.socket.write(refusalOf(error));
    this.socket.destroySoon();
  }

  #upgradeRequest: IncomingMessage | null = null;

  #startRequest(head: RequestHead): 'upgrade' | undefined {
    const request = new this.server.IncomingMessage(this.socket);
    request.method = head.method;
    request.url = head.target;
    request.setHead(head.httpVersion, head.headers);
    const event = head.method === 'CONNECT' ? 'connect' : 'upgrade';
    if (head.asksUpgrade && this.server.listenerCount(event) > 0) {
      request.upgrade = true;
      this.#upgradeRequest = request;
      return 'upgrade';
    }
    request.onWanted = () => {
      if (this.#incoming === request || this.#incoming === null) this.socket.resume();
    };
    this.#incoming = request;
    const response = new this.server.ServerResponse(request);
    if (!head.isKeepAlive) response.shouldKeepAlive = false;
    const exchange = { request, response, isStarted: false };
    this.#exchanges.push(exchange);
    this.#limitRequests(response);
    response.on('finish', () => this.#finish(exchange));
    if (this.#exchanges.length === 1) this.#start(exchange);
    return undefined;
  }

  #start(exchange: Exchange): void {
    exchange.isStarted = true;
    const { request, response } = exchange;
    response.assignSocket(this.socket);
    shield(this.host, () => this.#hand(request, response));
  }

  #hand(request: IncomingMessage, response: ServerResponse): void {
    const { server } = this;
    if (server.requireHostHeader && request.httpVersion === '1.1' && request.headers.host === undefined) {
      response.writeHead(400, ['Connection', 'close']);
      response.end();
      return;
    }
    const { maxRequestsPerSocket } = server;
    if (maxRequestsPerSocket > 0 && this.#requestCount > maxRequestsPerSocket) {
      response.writeHead(503);
      response.end();
      server.emit('dropRequest', request, this.socket);
      return;
    }
    const expected = request.headers.expect;
    if (expected === undefined) {
      server.emit('request', request, response);
    } else if (/(?:^|\W)100-continue(?:$|\W)/i.test(String(expected))) {
      if (server.emit('checkContinue', request, response)) return;
      response.writeContinue();
      server.emit('request', request, response);
    } else if (!server.emit('checkExpectation', request, response)) {
      response.writeHead(417);
      response.end();
    }
  }

  #requestCount = 0;
  #limitRequests(response: ServerResponse): void {
    this.#requestCount++;
    const { keepAliveTimeout, maxRequestsPerSocket } = this.server;
    response.keepAliveSeconds = keepAliveTimeout > 0 ? Math.floor(keepAliveTimeout / 1000) : null;
    response.maxRequests = maxRequestsPerSocket;
    if (maxRequestsPerSocket > 0 && this.#requestCount >= maxRequestsPerSocket) response.isLastOfConnection = true;
  }

  #finish(exchange: Exchange): void {
    const { request, response } = exchange;
    this.#exchanges.shift();
    this.host.loop.nextTick(() => response.emit('close'), []);
    // What the program did not read of the request is thrown away.
    if (!request.readableEnded) request.resume();
    response.detachSocket();
    if (!response.shouldKeepAlive) {
      this.socket.destroySoon();
      return;
    }
    const next = this.#exchanges[0];
    if (next !== undefined && !next.isStarted) this.#start(next);
    else if (this.server.isClosing) this.socket.destroySoon();
    else if (next === undefined && this.server.keepAliveTimeout > 0) {
      this.#isWaiting = true;
      // A little longer than was said, for requests that are on their way.
      this.socket.setTimeout(this.server.keepAliveTimeout + (this.server.keepAliveTimeoutBuffer ?? 0));
    }
  }

  #upgrade(rest: Uint8Array): void {
    const request = this.#upgradeRequest;
    if (request === null) return;
    this.#isUpgraded = true;
    request.complete = true;
    this.socket.removeListener('data', this.#onData);
    this.socket.pause();
    this.server.release(this);
    const head = asBuffer(new Uint8Array(rest));
    this.server.emit(request.method === 'CONNECT' ? 'connect' : 'upgrade', request, this.socket, head);
    this.socket.resume();
  }

  #close(): void {
    this.server.release(this);
    this.#abortRequests();
    for (const { response } of this.#exchanges.splice(0)) {
      response.destroyed = true;
      response.emit('close');
    }
  }
}
