import { systemError } from '../../abi/error-codes.ts';
import type { KernelLimits } from '../../abi/limits.ts';
import type { FileStatus } from '../../abi/system-calls.ts';
import { ByteQueue } from './byte-queue.ts';
import { OpenFile } from './open-file.ts';
import { anonymousStatus } from './pipe.ts';
import { type Answer, type Caller, WaitList } from './wait-list.ts';

const FIRST_FREE_PORT = 32_768;
const LAST_PORT = 65_535;
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|0\.0\.0\.0|::1?|\[::1?\]|::ffff:127(\.\d+){3}|)$/i;

/** The transport of a pair: connections of ports behave like TCP; a socketpair and a named socket detect the end immediately. */
type Transport = 'tcp' | 'local';

/** One end of a connected pair: a byte stream in each direction. */
export class Socket extends OpenFile {
  readonly incoming: ByteQueue;
  readonly outgoing: ByteQueue;
  readonly #transport: Transport;
  #isReset = false;

  constructor(incoming: ByteQueue, outgoing: ByteQueue, transport: Transport) {
    super();
    this.incoming = incoming;
    this.outgoing = outgoing;
    this.#transport = transport;
  }

  override status(): FileStatus {
    return anonymousStatus('socket', this.incoming.size);
  }

  override read(caller: Caller, length: number): Answer<Uint8Array> {
    return this.incoming.read(caller, length);
  }

  override write(caller: Caller, data: Uint8Array): Answer<number> {
    if (this.#isFirstAfterClose()) return data.byteLength;
    return this.outgoing.write(caller, data);
  }

  /**
   * TCP accepts the first write to a peer that has closed; the reset in reply fails the following writes. Servers that send a last message
   * to a client that has left rely on it.
   */
  #isFirstAfterClose(): boolean {
    if (this.#transport !== 'tcp' || this.#isReset || !this.outgoing.isAbandoned || this.outgoing.isEnded) return false;
    this.#isReset = true;
    return true;
  }

  shutdown(): void {
    this.outgoing.end();
  }

  /** Ends both directions. */
  override release(): void {
    this.outgoing.end();
    this.incoming.abandon();
  }
}

export function createSocketPair(capacity: number, transport: Transport = 'local'): [Socket, Socket] {
  const there = new ByteQueue(capacity);
  const back = new ByteQueue(capacity);
  return [new Socket(back, there, transport), new Socket(there, back, transport)];
}

interface Connection {
  socket: Socket;
  remotePort: number;
}

export class Listener extends OpenFile {
  readonly port: number;
  readonly #backlog: Connection[] = [];
  readonly #waiting = new WaitList();
  readonly #onRelease: () => void;

  constructor(port: number, onRelease: () => void) {
    super();
    this.port = port;
    this.#onRelease = onRelease;
  }

  get backlogLength(): number {
    return this.#backlog.length;
  }

  override status(): FileStatus {
    return anonymousStatus('socket', 0);
  }

  accept(caller: Caller): Answer<Connection> {
    return this.#waiting.wait(caller, () => this.#backlog.shift());
  }

  offer(connection: Connection): void {
    this.#backlog.push(connection);
    this.#waiting.wake();
  }

  protected override release(): void {
    for (const { socket } of this.#backlog) socket.release();
    this.#onRelease();
  }
}

export type PortListener = (port: number, type: 'open' | 'close') => void;

/** The only network: the ports of localhost. */
export class Ports {
  readonly #listeners = new Map<number, Listener>();
  readonly #limits: KernelLimits;
  readonly #onChange: PortListener;
  #nextPort = FIRST_FREE_PORT;

  constructor(limits: KernelLimits, onChange: PortListener) {
    this.#limits = limits;
    this.#onChange = onChange;
  }

  listen(wanted: number): Listener {
    if (!Number.isInteger(wanted) || wanted < 0 || wanted > LAST_PORT) throw systemError('EINVAL');
    const port = wanted === 0 ? this.#freePort() : wanted;
    if (this.#listeners.has(port)) throw systemError('EADDRINUSE');
    const listener = new Listener(port, () => {
      this.#listeners.delete(port);
      this.#onChange(port, 'close');
    });
    this.#listeners.set(port, listener);
    this.#onChange(port, 'open');
    return listener;
  }

  connect(port: number, host: string): { socket: Socket; localPort: number } {
    const listener = LOOPBACK.test(host) ? this.#listeners.get(port) : undefined;
    if (listener === undefined || listener.backlogLength >= this.#limits.listenBacklog) throw systemError('ECONNREFUSED');
    const [near, far] = createSocketPair(this.#limits.socketBytes, 'tcp');
    const localPort = this.#freePort();
    listener.offer({ socket: far, remotePort: localPort });
    return { socket: near, localPort };
  }

  openPorts(): number[] {
    return [...this.#listeners.keys()];
  }

  #freePort(): number {
    do {
      this.#nextPort = this.#nextPort >= LAST_PORT ? FIRST_FREE_PORT : this.#nextPort + 1;
    } while (this.#listeners.has(this.#nextPort));
    return this.#nextPort;
  }
}
