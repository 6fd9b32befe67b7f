import EventEmitter from 'events/';
import { asBuffer, Buffer } from '../base/buffer-class.ts';
import { invalidArgumentType, nodeError, notSupported } from '../errors/node-error.ts';

interface Connection extends EventEmitter {
  end(data?: Uint8Array): void;
}
interface Listener extends EventEmitter {
  listen(path: string): this;
  close(): this;
  ref(): this;
  unref(): this;
}

/** The used functions of the built-in modules. */
export interface DatagramModules {
  createServer(options: object, onConnection: (connection: Connection) => void): Listener;
  connect(path: string): Connection;
  makeFolder(path: string): void;
  remove(path: string): void;
  nextTick(callback: () => void): void;
}

type Done = (error: unknown, bytes?: number) => void;
interface Address {
  address: string;
  family: string;
  port: number;
}

/** A bound port is a socket with a path in this folder; each datagram is a connection to it. */
const FOLDER = '/tmp/.datagrams';
const FIRST_FREE_PORT = 49_152;
const MAX_BYTES = 65_507;

const isInside = (address: string): boolean => /^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|::1?|::ffff:127\.0\.0\.1)$/.test(address);

function toBytes(given: unknown): Uint8Array {
  if (typeof given === 'string') return Buffer.from(given);
  if (ArrayBuffer.isView(given)) return new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
  if (Array.isArray(given)) return Buffer.concat(given.map(toBytes));
  throw invalidArgumentType('buffer', 'of type string or an instance of Buffer, TypedArray, or DataView', given);
}

function checkPort(port: unknown): number {
  const number = Number(port);
  if (!(Number.isInteger(number) && number > 0 && number < 65_536))
    throw nodeError(RangeError, 'ERR_SOCKET_BAD_PORT', `Port should be > 0 and < 65536. Received type ${typeof port} (${String(port)}).`);
  return number;
}

/** Reads `(msg, port?, address?, callback?)` and `(msg, offset, length, port?, address?, callback?)`. */
function sendArguments(args: unknown[], isConnected: boolean) {
  const callback = args.findLast((item) => typeof item === 'function') as Done | undefined;
  const plain = args.filter((item) => typeof item !== 'function');
  const [message, ...rest] = plain;
  const hasRange =
    typeof rest[1] === 'number' && typeof rest[0] === 'number' && (isConnected || rest.length > 2 || typeof rest[2] === 'number');
  const bytes = toBytes(message);
  const [offset, length] = hasRange ? [Number(rest[0]), Number(rest[1])] : [0, bytes.length];
  const [port, address] = hasRange ? rest.slice(2) : rest;
  return { data: bytes.slice(offset, offset + length), port, address, callback };
}

const pathOf = (type: string, port: number): string => `${FOLDER}/${type}-${port}`;

/** The class `dgram.Socket`. */
class Socket extends EventEmitter {
  readonly #modules: DatagramModules;
  readonly type: string;
  #listener: Listener | null = null;
  #address: Address | null = null;
  #remote: Address | null = null;
  #state: 'unbound' | 'binding' | 'bound' | 'closed' = 'unbound';
  #isReferenced = true;
  /** Keeps the datagrams of one sender in order. */
  #sending: Promise<void> = Promise.resolve();

  constructor(modules: DatagramModules, given: unknown, onMessage?: unknown) {
    super();
    this.#modules = modules;
    const options = typeof given === 'object' && given !== null ? given : { type: given };
    const type: unknown = Reflect.get(options, 'type');
    if (type !== 'udp4' && type !== 'udp6')
      throw nodeError(TypeError, 'ERR_SOCKET_BAD_TYPE', 'Bad socket type specified. Valid types are: udp4, udp6');
    this.type = type;
    if (typeof onMessage === 'function') this.on('message', onMessage as () => void);
    const signal: unknown = Reflect.get(options, 'signal');
    if (signal instanceof AbortSignal) signal.addEventListener('abort', () => this.#state !== 'closed' && this.close(), { once: true });
  }

  #checkOpen(): void {
    if (this.#state === 'closed') throw nodeError(Error, 'ERR_SOCKET_DGRAM_NOT_RUNNING', 'Not running');
  }

  bind(...args: unknown[]): this {
    this.#checkOpen();
    if (this.#state !== 'unbound') throw nodeError(Error, 'ERR_SOCKET_ALREADY_BOUND', 'Socket is already bound');
    const callback = args.findLast((item) => typeof item === 'function');
    if (callback !== undefined) this.once('listening', callback as () => void);
    const [first, second] = args;
    const options = typeof first === 'object' && first !== null ? first : { port: first, address: second };
    const port = Number(Reflect.get(options, 'port') ?? 0) || 0;
    const address: unknown = Reflect.get(options, 'address');
    const wanted = typeof address === 'string' && address !== 'localhost' ? address : null;
    const isSix = this.type === 'udp6';
    this.#state = 'binding';
    this.#listen(
      port,
      typeof address === 'string' ? (wanted ?? (isSix ? '::1' : '127.0.0.1')) : isSix ? '::' : '0.0.0.0',
      port === 0 ? 20 : 1,
    );
    return this;
  }

  #listen(given: number, address: string, tries: number): void {
    const port = given === 0 ? FIRST_FREE_PORT + Math.floor(Math.random() * (65_536 - FIRST_FREE_PORT)) : given;
    const path = pathOf(this.type, port);
    this.#modules.makeFolder(FOLDER);
    const listener = this.#modules.createServer({ allowHalfOpen: true }, (connection) => this.#receive(connection));
    let hasCleared = false;
    const fail = (error: Error & { code?: string }) => {
      if (error.code === 'EADDRINUSE' && given === 0 && tries > 1) {
        this.#listen(given, address, tries - 1);
        return;
      }
      const shown = Object.assign(new Error(`bind ${error.code ?? 'EIO'} ${address}:${port}`), {
        code: error.code,
        syscall: 'bind',
        address,
        port,
      });
      this.#state = 'unbound';
      if (error.code !== 'EADDRINUSE' || hasCleared) {
        this.emit('error', shown);
        return;
      }
      // The owner of the existing socket may have ended without closing it.
      hasCleared = true;
      const probe = this.#modules.connect(path);
      probe.once('connect', () => {
        probe.end();
        this.emit('error', shown);
      });
      probe.once('error', () => {
        this.#modules.remove(path);
        listener.listen(path);
      });
    };
    listener.on('error', fail);
    listener.once('listening', () => {
      if (this.#state === 'closed') {
        listener.close();
        return;
      }
      this.#listener = listener;
      if (!this.#isReferenced) listener.unref();
      this.#address = { address, family: this.type === 'udp6' ? 'IPv6' : 'IPv4', port };
      this.#state = 'bound';
      this.emit('listening');
    });
    listener.listen(path);
  }

  #receive(connection: Connection): void {
    const chunks: Uint8Array[] = [];
    connection.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    connection.on('error', () => {});
    connection.on('end', () => {
      connection.end();
      const whole = Buffer.concat(chunks);
      // A probe for an existing owner sends nothing.
      if (whole.length < 2 || this.#state !== 'bound') return;
      const port = whole.readUInt16BE(0);
      const data = asBuffer(whole.subarray(2));
      const isSix = this.type === 'udp6';
      if (this.#remote !== null && this.#remote.port !== port) return;
      this.emit('message', data, { address: isSix ? '::1' : '127.0.0.1', family: isSix ? 'IPv6' : 'IPv4', port, size: data.length });
    });
  }

  #whenBound(run: () => void): void {
    if (this.#state === 'unbound') this.bind(0);
    if (this.#state === 'bound') run();
    else this.once('listening', run);
  }

  send(...args: unknown[]): void {
    this.#checkOpen();
    const { data, port, address, callback } = sendArguments(args, this.#remote !== null);
    if (this.#remote !== null && port !== undefined) throw nodeError(Error, 'ERR_SOCKET_DGRAM_IS_CONNECTED', 'Already connected');
    const target = this.#remote?.port ?? checkPort(port);
    const host = this.#remote?.address ?? (typeof address === 'string' ? address : 'localhost');
    const tell = (error: unknown, bytes?: number) => {
      if (callback !== undefined) callback(error, bytes);
      else if (error !== null) this.emit('error', error);
    };
    if (!isInside(host)) {
      const reason = 'UDP to the outside does not exist in a browser; datagrams reach processes of this container';
      this.#modules.nextTick(() => tell(notSupported(`A datagram to ${host}:${target}`, reason)));
      return;
    }
    if (data.length > MAX_BYTES) {
      const error = Object.assign(new Error(`send EMSGSIZE ${host}:${target}`), {
        code: 'EMSGSIZE',
        errno: -90,
        syscall: 'send',
        address: host,
        port: target,
      });
      this.#modules.nextTick(() => tell(error));
      return;
    }
    this.#whenBound(() => {
      this.#sending = this.#sending.then(() => {
        // The datagram is sent; its arrival is not reported.
        tell(null, data.length);
        return this.#deliver(target, data);
      });
    });
  }

  /** Delivers a datagram. A missing receiver is not an error, as usual for datagrams. */
  #deliver(port: number, data: Uint8Array): Promise<void> {
    const framed = Buffer.alloc(data.length + 2);
    framed.writeUInt16BE(this.#address?.port ?? 0, 0);
    framed.set(data, 2);
    return new Promise((resolve) => {
      const connection = this.#modules.connect(pathOf(this.type, port));
      connection.on('error', () => resolve());
      connection.on('close', () => resolve());
      connection.on('data', () => {});
      connection.end(framed);
    });
  }

  connect(port: unknown, ...rest: unknown[]): void {
    this.#checkOpen();
    const callback = rest.findLast((item) => typeof item === 'function');
    const address = typeof rest[0] === 'string' ? rest[0] : 'localhost';
    if (this.#remote !== null) throw nodeError(Error, 'ERR_SOCKET_DGRAM_IS_CONNECTED', 'Already connected');
    const target = checkPort(port);
    if (callback !== undefined) this.once('connect', callback as () => void);
    this.#whenBound(() => {
      const isSix = this.type === 'udp6';
      const shown = address === 'localhost' ? (isSix ? '::1' : '127.0.0.1') : address;
      this.#remote = { address: shown, family: isSix ? 'IPv6' : 'IPv4', port: target };
      this.#modules.nextTick(() => this.emit('connect'));
    });
  }
  disconnect(): void {
    if (this.#remote === null) throw nodeError(Error, 'ERR_SOCKET_DGRAM_NOT_CONNECTED', 'Not connected');
    this.#remote = null;
  }
  remoteAddress(): Address {
    if (this.#remote === null) throw nodeError(Error, 'ERR_SOCKET_DGRAM_NOT_CONNECTED', 'Not connected');
    return { ...this.#remote };
  }
  address(): Address {
    this.#checkOpen();
    if (this.#address === null) throw Object.assign(new Error('getsockname EBADF'), { code: 'EBADF', syscall: 'getsockname' });
    return { ...this.#address };
  }

  close(callback?: unknown): this {
    this.#checkOpen();
    if (typeof callback === 'function') this.once('close', callback as () => void);
    const { port } = this.#address ?? { port: 0 };
    this.#state = 'closed';
    void this.#sending.then(() => {
      this.#listener?.close();
      if (this.#listener !== null) this.#modules.remove(pathOf(this.type, port));
      this.#listener = null;
      this.#modules.nextTick(() => this.emit('close'));
    });
    return this;
  }
  [Symbol.for('Symbol.asyncDispose')](): Promise<void> {
    return new Promise((resolve) => {
      if (this.#state === 'closed') resolve();
      else this.close(resolve);
    });
  }
  ref(): this {
    this.#isReferenced = true;
    this.#listener?.ref();
    return this;
  }
  unref(): this {
    this.#isReferenced = false;
    this.#listener?.unref();
    return this;
  }
  setBroadcast(): void {}
  setTTL(value: number): number {
    return value;
  }
  getRecvBufferSize(): number {
    return 212_992;
  }
  getSendBufferSize(): number {
    return 212_992;
  }
  setRecvBufferSize(): void {}
  setSendBufferSize(): void {}
  getSendQueueSize(): number {
    return 0;
  }
  getSendQueueCount(): number {
    return 0;
  }
  addMembership(): never {
    throw notSupported('Multicast', 'datagrams reach processes of this container, one by one');
  }
}

export function createDatagrams(modules: DatagramModules) {
  const create = (args: unknown[], target: object = Socket): Socket =>
    // Socket or a class that extends it.
    Reflect.construct(Socket, [modules, ...args], target as typeof Socket) as Socket;
  return {
    Socket: new Proxy(Socket, {
      construct: (_target, args, newTarget) => create(args, newTarget),
      apply: (_target, _receiver, args) => create(args),
    }),
    createSocket: (...args: unknown[]) => create(args),
  };
}
