import type { RequestHead } from '../../../../http/http-message.ts';
import { HttpParser } from '../../../../http/http-parser.ts';
import { asBuffer } from '../../base/buffer-class.ts';
import type { NodeHost } from '../../node-host.ts';
import { Server } from '../net/server.ts';
import type { Socket } from '../net/socket.ts';
import { IncomingMessage } from './incoming-message.ts';
import { ServerResponse } from './server-response.ts';

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  isStarted: boolean;
}

/** One connection of a server: requests come in order, responses go out in the same order. */
class Connection {
  readonly #exchanges: Exchange[] = [];
  #incoming: IncomingMessage | null = null;
  #isUpgraded = false;
  readonly #parser: HttpParser;
  readonly #onData = (chunk: unknown): void => this.#receive(chunk as Uint8Array);

  constructor(
    private readonly server: HttpServer,
    private readonly socket: Socket,
    private readonly host: NodeHost,
  ) {
    this.#parser = new HttpParser({
      kind: 'request',
      onHead: (head) => this.#startRequest(head),
      onBody: (data) => {
        if (this.#incoming?.addBody(data) === false) this.socket.pause();
      },
      onTrailers: (trailers) => this.#incoming?.setTrailers(trailers),
      onEnd: () => {
        this.#incoming?.finish();
        this.#incoming = null;
      },
      onUpgrade: (rest) => this.#upgrade(rest),
    });
    socket.on('data', this.#onData);
    socket.on('end', () => this.#end());
    socket.on('close', () => this.#close());
    socket.on('error', (error: Error) => {
      if (!this.#isUpgraded && server.listenerCount('clientError') > 0) server.emit('clientError', error, socket);
    });
    socket.on('timeout', () => {
      if (!server.emit('timeout', socket)) socket.destroy();
    });
  }

  get isIdle(): boolean {
    return this.#exchanges.length === 0 && this.#parser.isIdle;
  }
  destroy(): void {
    this.socket.destroy();
  }

  #receive(chunk: Uint8Array): void {
    try {
      this.#parser.push(chunk);
    } catch (error) {
      this.#refuse(error);
    }
  }

  #end(): void {
    try {
      this.#parser.finish();
    } catch (error) {
      this.#refuse(error);
    }
    if (this.#isUpgraded) return;
    // Node, too, takes a client that says no more for one that has gone (`httpAllowHalfOpen` is false).
    this.#abortRequests();
    this.socket.end();
  }

  #abortRequests(): void {
    for (const { request } of this.#exchanges) request.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
  }

  #refuse(error: unknown): void {
    if (this.server.emit('clientError', error, this.socket)) return;
    this.socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
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
    response.on('finish', () => this.#finish(exchange));
    if (this.#exchanges.length === 1) this.#start(exchange);
    return undefined;
  }

  #start(exchange: Exchange): void {
    exchange.isStarted = true;
    const { request, response } = exchange;
    response.assignSocket(this.socket);
    const expects = String(request.headers.expect ?? '').toLowerCase();
    if (expects === '100-continue') {
      if (this.server.emit('checkContinue', request, response)) return;
      response.writeContinue();
    }
    this.server.emit('request', request, response);
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

export interface HttpServerOptions {
  IncomingMessage?: typeof IncomingMessage;
  ServerResponse?: typeof ServerResponse;
  keepAliveTimeout?: number;
}

/** `http.Server`. */
export class HttpServer extends Server {
  keepAliveTimeout = 5000;
  requestTimeout = 300_000;
  headersTimeout = 60_000;
  timeout = 0;
  maxHeadersCount: number | null = null;
  maxRequestsPerSocket = 0;
  isClosing = false;
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
  readonly #open = new Set<Connection>();

  constructor(host: NodeHost, options: HttpServerOptions = {}) {
    super(host, { allowHalfOpen: true });
    this.IncomingMessage = options.IncomingMessage ?? IncomingMessage;
    this.ServerResponse = options.ServerResponse ?? ServerResponse;
    this.on('connection', (socket: Socket) => {
      if (this.timeout > 0) socket.setTimeout(this.timeout);
      this.#open.add(new Connection(this, socket, host));
    });
  }

  release(connection: Connection): void {
    this.#open.delete(connection);
  }
  override listen(...args: unknown[]): this {
    this.isClosing = false;
    return super.listen(...args);
  }
  override close(listener?: (error?: Error) => void): this {
    this.isClosing = true;
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
  setTimeout(milliseconds: number, listener?: () => void): this {
    this.timeout = milliseconds;
    if (listener !== undefined) this.on('timeout', listener);
    return this;
  }
}
