import EventEmitter from 'events/';
import { adoptable } from '../../base/callable-class.ts';
import { asyncDispose } from '../../base/dispose-symbols.ts';
import { nodeError } from '../../errors/node-error.ts';
import { shapeSystemError } from '../../errors/shape-system-error.ts';
import type { Release } from '../../event-loop/event-loop.ts';
import type { NodeHost } from '../../node-host.ts';
import { listenArguments } from './addresses.ts';
import { Socket } from './socket.ts';
import type { SocketOptions } from './socket-options.ts';

/** Node's `net.Server`. */
export class Server extends adoptable(EventEmitter) {
  listening = false;
  maxConnections: number | undefined;
  readonly #host: NodeHost;
  readonly #options: SocketOptions;
  readonly #connections = new Set<Socket>();
  #listener: number | null = null;
  #address: { address: string; family: string; port: number } | string | null = null;
  #isReferenced = true;
  #release: Release | null = null;

  constructor(host: NodeHost, options: SocketOptions = {}) {
    super();
    this.#host = host;
    this.#options = options;
  }

  listen(...args: unknown[]): this {
    const { options, listener } = listenArguments(args);
    if (this.#listener !== null)
      throw nodeError(Error, 'ERR_SERVER_ALREADY_LISTEN', 'Listen method has been called more than once without closing.');
    if (!(options.port >= 0 && options.port < 65_536))
      throw nodeError(
        RangeError,
        'ERR_SOCKET_BAD_PORT',
        `options.port should be >= 0 and < 65536. Received type number (${options.port}).`,
      );
    if (listener !== null) this.once('listening', listener);
    const { system, loop } = this.#host;
    const address = options.host === 'localhost' ? '127.0.0.1' : (options.host ?? '::');
    try {
      if (options.path === undefined) {
        const opened = system.sync('listen', options.port, address);
        this.#listener = opened.listener;
        this.#address = { address, family: address.includes(':') ? 'IPv6' : 'IPv4', port: opened.port };
      } else {
        this.#listener = system.sync('listenAt', this.#host.resolvePath(options.path));
        this.#address = options.path;
      }
    } catch (error) {
      const place = options.path === undefined ? { address, port: options.port } : { address: options.path };
      const shaped = shapeSystemError(error, { syscall: 'listen', ...place });
      loop.nextTick(() => this.emit('error', shaped), []);
      return this;
    }
    this.listening = true;
    if (this.#isReferenced) this.#release = loop.ref();
    loop.nextTick(() => {
      if (this.listening) this.emit('listening');
    }, []);
    void this.#acceptAll(this.#listener, portOf(this.#address));
    return this;
  }

  async #acceptAll(listener: number, localPort: number): Promise<void> {
    const { system, loop } = this.#host;
    const { context } = loop;
    try {
      while (this.#listener === listener) {
        const { socket: descriptor, remotePort } = await system.async('accept', listener);
        loop.run(() => this.#welcome(descriptor, { remotePort, localPort }), context);
      }
    } catch {
      // Closed while waiting.
    }
  }

  #welcome(descriptor: number, ports: { remotePort: number; localPort: number }): void {
    const socket = new Socket(this.#host, this.#options);
    socket.server = this;
    const isMapped = typeof this.#address === 'object' && this.#address?.address === '::';
    socket.adopt(descriptor, { ...ports, isMapped });
    this.#connections.add(socket);
    socket.onGone(() => {
      this.#connections.delete(socket);
      this.#finishClosing();
    });
    this.emit('connection', socket);
    socket.watchEnd();
  }

  /** `null` unless the server is listening; programs check this (supertest). */
  get _handle(): { fd: number } | null {
    return this.#listener === null ? null : { fd: this.#listener };
  }

  get connections(): ReadonlySet<Socket> {
    return this.#connections;
  }

  close(listener?: (error?: Error) => void): this {
    if (this.#listener === null) {
      if (listener !== undefined)
        this.#host.loop.nextTick(() => listener(nodeError(Error, 'ERR_SERVER_NOT_RUNNING', 'Server is not running.')), []);
      return this;
    }
    if (listener !== undefined) this.once('close', () => listener());
    const descriptor = this.#listener;
    this.#listener = null;
    this.listening = false;
    this.#address = null;
    this.#host.system.sync('close', descriptor);
    this.#finishClosing();
    return this;
  }

  #finishClosing(): void {
    if (this.#listener !== null) return;
    // A server that only waits for its connections to end does not keep the process alive; the connections do.
    const release = this.#release;
    this.#release = null;
    const isEmpty = this.#connections.size === 0;
    this.#host.loop.nextTick(() => {
      if (isEmpty && this.#listener === null) this.emit('close');
      release?.();
    }, []);
  }

  /** Returns a string for a socket in the file system. */
  address(): { address: string; family: string; port: number } | string | null {
    return this.#address;
  }
  getConnections(callback: (error: null, count: number) => void): this {
    this.#host.loop.nextTick(() => callback(null, this.#connections.size), []);
    return this;
  }
  ref(): this {
    this.#isReferenced = true;
    if (this.#listener !== null) this.#release ??= this.#host.loop.ref();
    return this;
  }
  unref(): this {
    this.#isReferenced = false;
    this.#release?.();
    this.#release = null;
    return this;
  }

  static {
    // The key is a symbol that V8 may not define yet.
    Object.defineProperty(Server.prototype, asyncDispose, {
      value(this: Server): Promise<void> {
        return new Promise((resolve) => this.close(() => resolve()));
      },
      writable: true,
      configurable: true,
    });
  }
}

function portOf(address: { port: number } | string | null): number {
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
