import EventEmitter from 'events/';
import { adoptable } from '../../base/callable-class.ts';
import { invalidArgumentType, invalidArgumentValue, outOfRange } from '../../errors/node-error.ts';
import type { Socket } from '../net/socket.ts';
import type { ClientRequest } from './client-request.ts';

type Pool<Item> = Record<string, Item[]>;
type Created = (error: Error | null, socket?: Socket) => void;

export type ConnectionOptions = Record<string, unknown>;

const OPTIONS = Symbol('kRequestOptions');
/** A request that waits for a connection, with its target. */
type WaitingRequest = ClientRequest & { [OPTIONS]?: ConnectionOptions | undefined };

const MOST_FREE_SOCKETS = 256;

/** Creates a pool without a prototype; programs inspect the pools, whose keys they choose. */
function createPool<Item>(): Pool<Item> {
  return Object.create(null) as Pool<Item>;
}

function listOf<Item>(pool: Pool<Item>, name: string): Item[] {
  pool[name] ??= [];
  return pool[name];
}

function removeFrom<Item>(pool: Pool<Item>, name: string, item: Item): void {
  const list = pool[name];
  const index = list?.indexOf(item) ?? -1;
  if (list === undefined || index === -1) return;
  list.splice(index, 1);
  if (list.length === 0) delete pool[name];
}

function checkScheduling(value: unknown): string {
  if (value === undefined || value === 'lifo') return 'lifo';
  if (value === 'fifo') return value;
  throw invalidArgumentValue('scheduling', value, "must be one of: 'fifo', 'lifo'");
}

function checkTotal(value: unknown): number {
  if (value === undefined) return Number.POSITIVE_INFINITY;
  if (typeof value !== 'number') throw invalidArgumentType('maxTotalSockets', 'of type number', value);
  if (!(value >= 1)) throw outOfRange('maxTotalSockets', '>= 1', value);
  return value;
}

/** Removes an idle connection that fails, without reporting the error. */
function breakFree(this: Socket): void {
  this.destroy();
  this.emit('agentRemove');
}

/** `http.Agent`: pools connections to servers for reuse. */
export class Agent extends adoptable(EventEmitter) {
  options: ConnectionOptions;
  requests: Pool<WaitingRequest> = createPool();
  sockets: Pool<Socket> = createPool();
  freeSockets: Pool<Socket> = createPool();
  keepAliveMsecs: number;
  keepAlive: boolean;
  maxSockets: number;
  maxFreeSockets: number;
  scheduling: string;
  maxTotalSockets: number;
  totalSocketCount = 0;
  defaultPort = 80;
  protocol = 'http:';

  constructor(given?: object) {
    super();
    this.options = Object.assign(Object.create(null), given) as ConnectionOptions;
    if (this.options.noDelay === undefined) this.options.noDelay = true;
    // A path would take precedence over host and port.
    this.options.path = null;
    const { options } = this;
    this.keepAliveMsecs = Number(options.keepAliveMsecs || 1000);
    this.keepAlive = Boolean(options.keepAlive);
    this.maxSockets = Number(options.maxSockets || Agent.defaultMaxSockets);
    this.maxFreeSockets = Number(options.maxFreeSockets || MOST_FREE_SOCKETS);
    this.scheduling = checkScheduling(options.scheduling);
    this.maxTotalSockets = checkTotal(options.maxTotalSockets);
    this.on('free', (socket: Socket, where: ConnectionOptions) => takeFree(this, socket, where));
  }

  static defaultMaxSockets = Number.POSITIVE_INFINITY;

  getName(options: ConnectionOptions = {}): string {
    const { host, port, localAddress, family, socketPath } = options;
    const tail = (family === 4 || family === 6 ? `:${family}` : '') + (socketPath ? `:${String(socketPath)}` : '');
    return `${String(host || 'localhost')}:${String(port || '')}:${String(localAddress || '')}${tail}`;
  }

  /** Gives the request a connection: an idle one, a new one, or later one that another request has released. */
  addRequest(request: WaitingRequest, where: ConnectionOptions | string, port?: unknown, localAddress?: unknown): void {
    // The call signature from before options existed.
    const options = placeOf(this, typeof where === 'string' ? { host: where, port, localAddress } : where);
    const name = this.getName(options);
    const used = listOf(this.sockets, name);
    const free = this.freeSockets[name];
    let socket: Socket | undefined;
    while (free !== undefined && free.length > 0 && free[0]?.destroyed === true) free.shift();
    if (free !== undefined) {
      socket = this.scheduling === 'fifo' ? free.shift() : free.pop();
      if (free.length === 0) delete this.freeSockets[name];
    }
    const count = used.length + (free?.length ?? 0);
    if (socket !== undefined) {
      this.reuseSocket(socket, request);
      assignSocket(this, request, socket);
      used.push(socket);
    } else if (count < this.maxSockets && this.totalSocketCount < this.maxTotalSockets) {
      this.createSocket(request, options, (error, made) => {
        if (error === null || error === undefined)
          assignSocket(this, request, made as Socket); // Always set when there is no error.
        else request.onSocket(made ?? null, error);
      });
    } else {
      request[OPTIONS] = options;
      listOf(this.requests, name).push(request);
    }
  }

  createSocket(_request: unknown, where: ConnectionOptions, callback: Created): void {
    const options = placeOf(this, where);
    const name = this.getName(options);
    options.encoding = null;
    let isAnswered = false;
    const created: Created = (error, socket) => {
      if (isAnswered) return;
      isAnswered = true;
      if (error) {
        callback(error, socket);
        return;
      }
      const made = socket as Socket; // Always set when there is no error.
      listOf(this.sockets, name).push(made);
      this.totalSocketCount++;
      watch(this, made, options);
      callback(null, made);
    };
    if (this.keepAlive) Object.assign(options, { keepAlive: true, keepAliveInitialDelay: this.keepAliveMsecs });
    const made = this.createConnection(options, created);
    if (made) created(null, made as Socket); // A program may return any duplex stream, which is used like a socket.
  }

  /** Programs override this; the module sets it to `net.createConnection`. */
  createConnection(_options: object, _created?: Created): unknown {
    return undefined;
  }

  removeSocket(socket: Socket, where: ConnectionOptions): void {
    const name = this.getName(where);
    removeFrom(this.sockets, name, socket);
    if (!socket.writable) removeFrom(this.freeSockets, name, socket);
    const next = this.#nextRequest(name, where);
    if (next === null) return;
    const { request, options } = next;
    this.createSocket(request, options, (error, made) => {
      if (error) request.onSocket(made ?? null, error);
      else made?.emit('free');
    });
  }

  /** Returns the next request waiting for this target or, if the total is limited, for another target. */
  #nextRequest(name: string, where: ConnectionOptions): { request: WaitingRequest; options: ConnectionOptions } | null {
    const own = this.requests[name]?.[0];
    if (own !== undefined) return { request: own, options: where };
    for (const other of Object.keys(this.requests)) {
      // A connection to that target is already open and will serve the request.
      if ((this.sockets[other]?.length ?? 0) > 0) break;
      const request = this.requests[other]?.[0];
      const options = request?.[OPTIONS];
      if (request !== undefined && options !== undefined) return { request, options };
    }
    return null;
  }

  /** Decides whether a connection is kept; programs may override this. */
  keepSocketAlive(socket: Socket): boolean {
    socket.setKeepAlive?.(true, this.keepAliveMsecs);
    socket.unref?.();
    let milliseconds = Number(this.options.timeout || 0);
    const response = (socket._httpMessage as ClientRequest | null | undefined)?.res; // Always a client request here.
    const hint = /^timeout=(\d+)/.exec(String(response?.headers['keep-alive'] ?? ''))?.[1];
    if (hint !== undefined) {
      const said = Number(hint) * 1000;
      if (milliseconds === 0 || said < milliseconds) milliseconds = said;
    }
    if (socket.timeout !== milliseconds) socket.setTimeout?.(milliseconds);
    return true;
  }

  reuseSocket(socket: Socket, request: ClientRequest): void {
    socket.removeListener('error', breakFree);
    request.reusedSocket = true;
    socket.ref?.();
  }

  destroy(): void {
    for (const pool of [this.freeSockets, this.sockets])
      for (const list of Object.values(pool)) for (const socket of [...list]) socket.destroy();
  }
}

function placeOf(agent: Agent, where: ConnectionOptions): ConnectionOptions {
  const options = { ...where, ...agent.options };
  if (options.socketPath) options.path = options.socketPath;
  return options;
}

function assignSocket(agent: Agent, request: ClientRequest, socket: Socket): void {
  request.onSocket(socket, null);
  const usual = Number(agent.options.timeout || 0);
  if (request.timeout === undefined || request.timeout === usual) return;
  socket.setTimeout?.(request.timeout);
}

/** Reuses or releases a connection whose request has finished. */
function takeFree(agent: Agent, socket: Socket, where: ConnectionOptions): void {
  const name = agent.getName(where);
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const waiting = agent.requests[name];
  const next = waiting?.shift();
  if (waiting?.length === 0) delete agent.requests[name];
  if (next !== undefined) {
    assignSocket(agent, next, socket);
    return;
  }
  const former = socket._httpMessage as ClientRequest | null | undefined; // On a client's connection it is always a client request.
  if (!former?.shouldKeepAlive || !agent.keepAlive) {
    socket.destroy();
    return;
  }
  const free = agent.freeSockets[name] ?? [];
  const count = free.length + (agent.sockets[name]?.length ?? 0);
  const isTooMany = agent.totalSocketCount > agent.maxTotalSockets || count > agent.maxSockets || free.length >= agent.maxFreeSockets;
  if (isTooMany || !agent.keepSocketAlive(socket)) {
    socket.destroy();
    return;
  }
  agent.freeSockets[name] = free;
  socket._httpMessage = null;
  agent.removeSocket(socket, where);
  socket.once('error', breakFree);
  free.push(socket);
}

/** Reports a connection's events to its agent. */
function watch(agent: Agent, socket: Socket, options: ConnectionOptions): void {
  const leave = () => {
    agent.totalSocketCount--;
    agent.removeSocket(socket, options);
  };
  const listeners: [string, () => void][] = [
    ['free', () => void agent.emit('free', socket, options)],
    ['close', leave],
    [
      'timeout',
      () => {
        // A connection in use is handled by its request.
        if (Object.values(agent.freeSockets).some((list) => list.includes(socket))) socket.destroy();
      },
    ],
    [
      'agentRemove',
      () => {
        leave();
        for (const [name, listener] of listeners) socket.removeListener(name, listener);
      },
    ],
  ];
  for (const [name, listener] of listeners) socket.on(name, listener);
}
