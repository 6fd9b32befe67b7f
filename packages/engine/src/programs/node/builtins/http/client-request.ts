import { formatRequestHead } from '../../../../http/format-head.ts';
import type { HttpHeaders, ResponseHead } from '../../../../http/http-message.ts';
import { HttpParser } from '../../../../http/http-parser.ts';
import { asBuffer } from '../../base/buffer-class.ts';
import type { ContextFrame } from '../../event-loop/event-loop.ts';
import type { NodeHost } from '../../node-host.ts';
import { isLoopback } from '../net/addresses.ts';
import { Socket } from '../net/socket.ts';
import { Agent } from './agent.ts';
import { fetchThroughBrowser } from './fetch-exchange.ts';
import { IncomingMessage } from './incoming-message.ts';
import { OutgoingMessage } from './outgoing-message.ts';
import { parseError, shield } from './parse-errors.ts';
import type { RequestOptions } from './request-options.ts';

/** A request at its connection. */
interface SocketUse {
  head: { isSeen: boolean };
  listeners: [string, (...args: never[]) => void][];
  /** Leaves the connection to others. */
  hangUp(): void;
}

/**
 * `http.ClientRequest`. To a server inside the engine it speaks HTTP over a socket of its own; to the outside the browser's
 * `fetch` carries it.
 */
export class ClientRequest extends OutgoingMessage {
  readonly method: string;
  readonly path: string;
  readonly host: string;
  readonly protocol: string;
  aborted = false;
  reusedSocket = false;
  res: IncomingMessage | null = null;
  readonly agent: unknown;
  readonly #context: ContextFrame | null;
  readonly #nodeHost: NodeHost;
  readonly #options: RequestOptions;
  readonly #isOutside: boolean;
  readonly #body: Uint8Array[] = [];
  readonly #abort = new AbortController();

  constructor(host: NodeHost, options: RequestOptions, onResponse: ((response: IncomingMessage) => void) | null) {
    super();
    this.#context = host.loop.context;
    this.#nodeHost = host;
    this.#options = options;
    this.method = options.method;
    this.path = options.path;
    this.host = options.hostname;
    this.protocol = options.protocol;
    this.agent = options.agent;
    this.shouldKeepAlive = options.agent instanceof Agent && options.agent.keepAlive;
    // The engine's own server (the package registry) may have a name of this machine, as in development.
    const isOwnServer = `${options.protocol}//${options.hostname}:${options.port}` === host.context.origin;
    this.#isOutside =
      options.socketPath === null &&
      options.createConnection === null &&
      (options.protocol === 'https:' || isOwnServer || !isLoopback(options.hostname));
    this.useChunkedEncodingByDefault = !['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT'].includes(options.method);
    for (const [name, value] of options.headers) {
      if (options.hasHeaderList) this.appendHeader(name, value);
      else this.setHeader(name, value);
    }
    if (!options.hasHeaderList && !this.hasHeader('host')) this.setHeader('Host', options.hostHeader);
    if (options.auth !== null && !options.hasHeaderList && !this.hasHeader('authorization'))
      this.setHeader('Authorization', `Basic ${btoa(options.auth)}`);
    if (onResponse !== null) this.once('response', onResponse as () => void);
    const abort = () => this.destroy(abortError(options.signal));
    if (options.signal?.aborted === true) abort();
    else options.signal?.addEventListener('abort', abort, { once: true });
    if (options.timeout > 0) this.setTimeout(options.timeout);
    host.loop.nextTick(() => this.#begin(), []);
  }

  #begin(): void {
    // A program's own connection is made all the same, and then closed.
    if (this.#isOutside || (this.destroyed && this.#options.createConnection === null)) return;
    const { socketPath, hostname, port } = this.#options;
    const { createConnection } = this.#options;
    const target = {
      host: hostname,
      port,
      ...(socketPath === null ? {} : { socketPath }),
      ...(createConnection === null ? {} : { createConnection }),
    };
    // What is no agent of ours (a library's own) only carries its settings.
    const agent = this.agent instanceof Agent ? this.agent : new Agent();
    this.#withdraw = agent.acquire(this.#nodeHost, target, (socket, isReused) => {
      if (this.destroyed && this.#options.createConnection !== null) {
        socket.destroy();
        return;
      }
      if (this.destroyed) {
        agent.release(this.#nodeHost, target, socket);
        return;
      }
      this.reusedSocket = isReused;
      this.#use(socket, () => agent.release(this.#nodeHost, target, socket));
    });
  }

  #use(socket: Socket, release: () => void): void {
    const head = { isSeen: false };
    const listeners: [string, (...args: never[]) => void][] = [
      ['error', (error: Error) => this.#fail(error)],
      [
        'close',
        () => {
          if (!head.isSeen) this.#fail(Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }));
          else if (this.res !== null && !this.res.complete) this.res.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
          this.emit('close');
        },
      ],
    ];
    const hangUp = () => {
      for (const [name, listener] of listeners) socket.removeListener(name, listener);
      socket.removeAllListeners('timeout');
      socket.setTimeout(0);
      this.detachSocket();
      release();
      this.#nodeHost.loop.nextTick(() => this.emit('close'), []);
    };
    this.#parse(socket, { head, listeners, hangUp });
    for (const entry of listeners) {
      // A socket that is used again was made for another request.
      entry[1] = this.#nodeHost.loop.bindContext(entry[1], this.#context);
      socket.on(...entry);
    }
    this.assignSocket(socket);
  }

  #parse(socket: Socket, use: SocketUse): void {
    let response: IncomingMessage | null = null;
    let canBeReused = false;
    const parser = new HttpParser({
      kind: 'response',
      requestMethod: () => this.method,
      onInformation: (head) => this.#inform(head),
      onHead: (head) => {
        use.head.isSeen = true;
        canBeReused = head.isKeepAlive && this.shouldKeepAlive;
        response = this.#createResponse(socket, head);
        response.onWanted = () => socket.resume();
        if (head.status !== 101 && this.method !== 'CONNECT')
          shield(this.#nodeHost, () => this.emit('response', response) || response?.resume());
      },
      onBody: (data) => {
        if (shield(this.#nodeHost, () => response?.addBody(data)) === false) socket.pause();
      },
      onTrailers: (trailers) => response?.setTrailers(trailers),
      onEnd: () => {
        const ended = response;
        response = null;
        if (ended !== null) ended.onWanted = () => {};
        shield(this.#nodeHost, () => ended?.finish());
        // A body that is still being sent would be read as the next request.
        if (canBeReused && this.writableFinished && !socket.destroyed) use.hangUp();
        else socket.destroySoon();
      },
      onUpgrade: (rest) => {
        socket.removeAllListeners('data');
        if (response !== null) response.complete = true;
        if (!this.emit(this.method === 'CONNECT' ? 'connect' : 'upgrade', response, socket, asBuffer(new Uint8Array(rest))))
          socket.destroy();
      },
    });
    const attempt = (bytes: Uint8Array, call: () => void) => {
      try {
        call();
      } catch (error) {
        const failure = parseError(error, bytes);
        // An error of the program's own listeners is nobody else's.
        if (failure === null) throw error;
        socket.destroy(failure);
      }
    };
    use.listeners.push(
      ['data', (chunk: Uint8Array) => attempt(chunk, () => parser.push(chunk))],
      ['end', () => attempt(new Uint8Array(0), () => parser.finish())],
    );
  }

  /** Heads before the one that answers. */
  #inform(head: ResponseHead): void {
    if (head.status === 100) this.emit('continue');
    const carrier = new IncomingMessage(new Socket(this.#nodeHost));
    carrier.setHead(head.httpVersion, head.headers);
    this.emit('information', {
      statusCode: head.status,
      statusMessage: head.reason,
      httpVersion: head.httpVersion,
      httpVersionMajor: 1,
      httpVersionMinor: carrier.httpVersionMinor,
      headers: carrier.headers,
      rawHeaders: carrier.rawHeaders,
    });
  }

  #createResponse(socket: Socket, head: ResponseHead): IncomingMessage {
    const response = new IncomingMessage(socket);
    response.statusCode = head.status;
    response.statusMessage = head.reason;
    response.setHead(head.httpVersion, head.headers);
    this.res = response;
    Object.assign(response, { req: this });
    return response;
  }

  #hasFailed = false;
  #fail(error: unknown): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    // What the program destroyed it with, and not the hang-up that comes of it.
    if (this.res === null) this.emit('error', this.#reason ?? error);
  }
  #reason: unknown = null;
  /** Of a request that waits for a connection. */
  #withdraw: () => void = () => {};

  override _implicitHeader(): void {
    // Nothing is decided late in a request.
  }
  protected override addFraming(list: [string, string][], bodyLength: number | null): void {
    const isBodyless = !this.useChunkedEncodingByDefault && (bodyLength ?? 0) === 0 && !this.hasHeader('content-length');
    if (!isBodyless) {
      this.useChunkedEncodingByDefault = true;
      super.addFraming(list, bodyLength);
    }
    const connection = this.getHeader('connection');
    if (connection === undefined) list.push(['Connection', this.shouldKeepAlive ? 'keep-alive' : 'close']);
    else if (!/keep-alive/i.test(String(connection))) this.shouldKeepAlive = false;
  }
  protected override formatHead(headers: HttpHeaders): Uint8Array {
    if (this.#isOutside) return new Uint8Array(0);
    return formatRequestHead({ method: this.method, target: this.path, headers });
  }

  override _write(chunk: Uint8Array, encoding: string, done: (error?: unknown) => void): void {
    if (!this.#isOutside) {
      super._write(chunk, encoding, done);
      return;
    }
    this.#body.push(chunk);
    done();
  }
  override _final(done: (error?: unknown) => void): void {
    if (!this.#isOutside) {
      super._final(done);
      return;
    }
    void this.#fetch();
    done();
  }

  async #fetch(): Promise<void> {
    const { loop } = this.#nodeHost;
    const context = this.#context;
    const release = loop.ref();
    try {
      const { protocol, hostname, port } = this.#options;
      const url = `${protocol}//${hostname}:${port}${this.path}`;
      const exchange = await fetchThroughBrowser({
        url,
        method: this.method,
        headers: this.headerList(),
        body: this.#body,
        signal: this.#abort.signal,
      });
      const response = this.#createResponse(new Socket(this.#nodeHost), exchange.head);
      loop.run(() => this.emit('response', response) || response.resume(), context);
      for await (const chunk of exchange.chunks()) loop.run(() => response.addBody(chunk), context);
      loop.run(() => response.finish(), context);
    } catch (error) {
      loop.run(() => this.#fail(error), context);
    }
    release();
    loop.run(() => this.emit('close'), context);
  }

  abort(): void {
    if (this.aborted) return;
    this.aborted = true;
    this.emit('abort');
    this.destroy();
  }
  override _destroy(error: unknown, done: (error?: unknown) => void): void {
    this.#abort.abort();
    this.#withdraw();
    this.#reason = error ?? null;
    const { socket } = this;
    if (socket !== null) socket.destroy();
    // Given up before there was a connection: nothing has failed.
    const isWithdrawn = this.aborted && socket === null;
    const reason = error ?? (this.res === null && !isWithdrawn ? Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }) : null);
    this.#nodeHost.loop.nextTick(() => {
      if (reason !== null) this.#fail(reason);
      if (socket === null) this.emit('close');
    }, []);
    this.res?.destroy();
    done();
  }
  setNoDelay(): void {}
  setSocketKeepAlive(): void {}
}

function abortError(signal: AbortSignal | undefined): Error {
  return Object.assign(new Error('The operation was aborted', { cause: signal?.reason }), { name: 'AbortError', code: 'ABORT_ERR' });
}
