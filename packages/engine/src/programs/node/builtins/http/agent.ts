import EventEmitter from 'events/';
import type { NodeHost } from '../../node-host.ts';
import { Socket } from '../net/socket.ts';

/** Where a connection leads. */
export interface AgentTarget {
  host: string;
  port: number;
  socketPath?: string;
  createConnection?: (...args: unknown[]) => unknown;
}

type Give = (socket: Socket, isReused: boolean) => void;
type Pool<Item> = Record<string, Item[]>;

/** The pools are looked into by programs, under names that they choose. */
function createPool<Item>(): Pool<Item> {
  return Object.create(null) as Pool<Item>;
}

function removeFrom<Item>(pool: Pool<Item>, name: string, item: Item): boolean {
  const list = pool[name];
  const index = list?.indexOf(item) ?? -1;
  if (list === undefined || index === -1) return false;
  list.splice(index, 1);
  if (list.length === 0) delete pool[name];
  return true;
}

function addTo<Item>(pool: Pool<Item>, name: string, item: Item): void {
  pool[name] = [...(pool[name] ?? []), item];
}

/** `http.Agent`: connections to servers inside the engine, kept and handed on. To the outside the browser's `fetch` does that. */
export class Agent extends EventEmitter {
  readonly sockets: Pool<Socket> = createPool();
  readonly freeSockets: Pool<Socket> = createPool();
  readonly requests: Pool<Give> = createPool();
  readonly options: Record<string, unknown>;
  maxSockets: number;
  maxFreeSockets: number;
  maxTotalSockets: number;
  keepAlive: boolean;
  keepAliveMsecs: number;
  scheduling: string;
  totalSocketCount = 0;
  readonly defaultPort: number = 80;
  readonly protocol: string = 'http:';

  constructor(given?: unknown) {
    super();
    this.options = { ...(typeof given === 'object' && given !== null ? given : {}), noDelay: true, path: null };
    const limit = (name: string, otherwise: number) => (typeof this.options[name] === 'number' ? Number(this.options[name]) : otherwise);
    this.maxSockets = limit('maxSockets', Number.POSITIVE_INFINITY);
    this.maxTotalSockets = limit('maxTotalSockets', Number.POSITIVE_INFINITY);
    this.maxFreeSockets = limit('maxFreeSockets', 256);
    this.keepAliveMsecs = limit('keepAliveMsecs', 1000);
    this.keepAlive = this.options.keepAlive === true;
    this.scheduling = typeof this.options.scheduling === 'string' ? this.options.scheduling : 'lifo';
  }

  getName(options: { host?: unknown; port?: unknown; localAddress?: unknown; family?: unknown; socketPath?: unknown } = {}): string {
    const { host, port, localAddress, family, socketPath } = options;
    const tail = (family === 4 || family === 6 ? `:${family}` : '') + (socketPath === undefined ? '' : `:${String(socketPath)}`);
    return `${String(host ?? 'localhost')}:${String(port ?? '')}:${String(localAddress ?? '')}${tail}`;
  }

  /** A connection now, or when another request has done with its own. The answer takes the wish back. */
  acquire(host: NodeHost, target: AgentTarget, give: Give): () => void {
    const name = this.getName(target);
    for (let free = this.freeSockets[name]; free !== undefined && free.length > 0; free = this.freeSockets[name]) {
      const socket = this.scheduling === 'fifo' ? free[0] : free.at(-1);
      if (socket === undefined) break;
      removeFrom(this.freeSockets, name, socket);
      if (socket.destroyed || socket.readableEnded) continue;
      addTo(this.sockets, name, socket);
      socket.ref();
      give(socket, true);
      return () => {};
    }
    if ((this.sockets[name]?.length ?? 0) < this.maxSockets && this.totalSocketCount < this.maxTotalSockets) {
      give(this.#connect(host, name, target), false);
      return () => {};
    }
    addTo(this.requests, name, give);
    return () => void removeFrom(this.requests, name, give);
  }

  /** For requests that come by `http.request` this is asked for as `acquire`; others bring themselves. */
  addRequest(request: { onSocket?(socket: unknown): void }, options: AgentTarget): void {
    // A request of ours is on its way already.
    if (options.host === undefined && options.port === undefined) return;
    request.onSocket?.(this.createConnection(options));
  }

  /** Programs put their own in its place; that of the module is `net.createConnection`. */
  createConnection(_options: object): unknown {
    return undefined;
  }

  #open(host: NodeHost, target: AgentTarget): Socket {
    const { socketPath, createConnection, ...address } = target;
    const place = socketPath === undefined ? address : { path: socketPath };
    const inherited = this.createConnection === Agent.prototype.createConnection ? this.options.createConnection : this.createConnection;
    const own = createConnection ?? inherited;
    const made: unknown = typeof own === 'function' ? Reflect.apply(own, this, [{ ...this.options, ...place }]) : undefined;
    // A program may give any duplex stream; it is used as a socket is.
    return made === undefined || made === null ? new Socket(host).connect(place) : (made as Socket);
  }

  #connect(host: NodeHost, name: string, target: AgentTarget): Socket {
    const socket = this.#open(host, target);
    this.totalSocketCount++;
    addTo(this.sockets, name, socket);
    socket.on('error', () => {
      // Whoever uses it listens too; a free one that breaks is no longer there.
    });
    socket.on('close', () => {
      this.totalSocketCount--;
      removeFrom(this.sockets, name, socket);
      removeFrom(this.freeSockets, name, socket);
      this.#serveNext(host, name, target);
    });
    return socket;
  }

  #serveNext(host: NodeHost, name: string, target: AgentTarget): void {
    const next = this.requests[name]?.[0];
    if (next === undefined) return;
    removeFrom(this.requests, name, next);
    this.acquire(host, target, next);
  }

  /** A request has done with its connection, which can carry another. */
  release(host: NodeHost, target: AgentTarget, socket: Socket): void {
    const name = this.getName(target);
    const next = this.requests[name]?.[0];
    if (next !== undefined && !socket.destroyed) {
      removeFrom(this.requests, name, next);
      host.loop.nextTick(() => next(socket, true), []);
      return;
    }
    removeFrom(this.sockets, name, socket);
    if (!this.keepAlive || (this.freeSockets[name]?.length ?? 0) >= this.maxFreeSockets) {
      socket.destroySoon();
      return;
    }
    socket.unref();
    // It hears when the server hangs up.
    socket.resume();
    addTo(this.freeSockets, name, socket);
    this.emit('free', socket, target);
  }

  destroy(): void {
    for (const pool of [this.freeSockets, this.sockets])
      for (const list of Object.values(pool)) for (const socket of [...list]) socket.destroy();
  }
}
