import { BRIDGE_WINDOW_BYTES, type BridgeToKernel, type KernelToBridge, type KernelToReader } from '../abi/bridge-protocol.ts';

/** A byte stream to the program that listens on the preview's port. */
export interface KernelConnection {
  /** Reading acknowledges bytes to the kernel, so a slow reader slows the program down. Errors if the connection is cut. */
  readable: ReadableStream<Uint8Array>;
  /** Writes wait while the program does not read. Closing it signals the end of input to the program. */
  writable: WritableStream<Uint8Array>;
  /**
   * Moves the connection's input to another thread: resolves with the unread bytes, and the port (`KernelToReader`) that
   * delivers the rest. `readable` yields nothing more.
   */
  divert(): Promise<DivertedInput>;
  close(): void;
}

export interface DivertedInput {
  received: Uint8Array[];
  port: MessagePort;
}

export class ConnectionRefused extends Error {
  override readonly name = 'ConnectionRefused';
}

/** Multiplexes connections over the single port to the kernel (bridge-protocol.ts). */
export class KernelConnections {
  private readonly open = new Map<number, Connection>();
  private nextId = 1;
  private isDisposed = false;

  constructor(private readonly port: MessagePort) {
    port.onmessage = (event: MessageEvent<KernelToBridge>) => this.receive(event.data);
  }

  /** Rejects with `ConnectionRefused` if no program listens. */
  connect(port: number): Promise<KernelConnection> {
    if (this.isDisposed) return Promise.reject(new ConnectionRefused('The port was closed.'));
    const id = this.nextId++;
    const connection = new Connection(
      (message) => this.send({ ...message, connection: id }),
      () => this.open.delete(id),
    );
    this.open.set(id, connection);
    this.send({ type: 'connect', connection: id, port });
    return connection.connected;
  }

  /** Cuts all connections. */
  dispose(): void {
    this.isDisposed = true;
    for (const connection of [...this.open.values()]) connection.receive({ type: 'closed' });
    this.port.close();
  }

  private receive(message: KernelToBridge): void {
    // A connection closed on this side may still receive messages that were in transit.
    this.open.get(message.connection)?.receive(message);
  }

  private send(message: BridgeToKernel): void {
    if (this.isDisposed) return;
    if (message.type === 'data') this.port.postMessage(message, [message.data.buffer]);
    else if (message.type === 'divert') this.port.postMessage(message, [message.channel]);
    else this.port.postMessage(message);
  }
}

type WithoutConnection<Message> = Message extends unknown ? Omit<Message, 'connection'> : never;
type Outgoing = WithoutConnection<BridgeToKernel>;
type Incoming = WithoutConnection<KernelToBridge>;

class Connection implements KernelConnection {
  readonly connected: Promise<KernelConnection>;
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;

  private state: 'connecting' | 'open' | 'closed' = 'connecting';
  private settle = { resolve: (_: KernelConnection) => {}, reject: (_: Error) => {} };
  private readonly received: Uint8Array[] = [];
  private hasEnded = false;
  private wakeReader = () => {};
  private underway = 0;
  private wakeWriter = () => {};
  private noteDiverted = () => {};

  constructor(
    private readonly send: (message: Outgoing) => void,
    private readonly forget: () => void,
  ) {
    this.connected = new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
    });
    this.readable = new ReadableStream<Uint8Array>(
      { pull: (controller) => this.pull(controller), cancel: () => this.close() },
      { highWaterMark: 0 },
    );
    this.writable = new WritableStream<Uint8Array>({
      write: (data) => this.write(data),
      close: () => this.sendIfOpen({ type: 'end' }),
      abort: () => this.close(),
    });
  }

  receive(message: Incoming): void {
    switch (message.type) {
      case 'connected':
        this.state = 'open';
        this.settle.resolve(this);
        break;
      case 'refused':
        this.state = 'closed';
        this.forget();
        this.settle.reject(new ConnectionRefused('Nobody listens on the port.'));
        break;
      case 'data':
        this.received.push(message.data);
        this.wakeReader();
        break;
      case 'end':
        this.hasEnded = true;
        this.wakeReader();
        break;
      case 'closed':
        this.state = 'closed';
        this.forget();
        this.settle.reject(new ConnectionRefused('The connection was closed.'));
        this.wakeReader();
        this.wakeWriter();
        this.noteDiverted();
        break;
      case 'taken':
        this.underway -= message.bytes;
        this.wakeWriter();
        break;
      case 'diverted':
        this.noteDiverted();
    }
  }

  async divert(): Promise<DivertedInput> {
    const { port1, port2 } = new MessageChannel();
    if (this.state === 'closed' || this.hasEnded) {
      // Everything has already arrived.
      const last: KernelToReader = { type: 'end' };
      port1.postMessage(last);
    } else {
      this.send({ type: 'divert', channel: port1 });
      await new Promise<void>((resolve) => {
        this.noteDiverted = resolve;
      });
    }
    const received = this.received.splice(0);
    const bytes = received.reduce((sum, data) => sum + data.length, 0);
    if (bytes > 0) this.sendIfOpen({ type: 'taken', bytes });
    return { received, port: port2 };
  }

  close(): void {
    this.sendIfOpen({ type: 'close' });
    this.receive({ type: 'closed' });
  }

  private async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    while (this.received.length === 0 && !this.hasEnded && this.state !== 'closed') {
      await new Promise<void>((resolve) => {
        this.wakeReader = resolve;
      });
    }
    const data = this.received.shift();
    if (data) {
      this.sendIfOpen({ type: 'taken', bytes: data.length });
      controller.enqueue(data);
    } else {
      // Data that arrived before a cut is read first; HTTP framing reveals an incomplete end, as on a real socket.
      controller.close();
    }
  }

  private async write(data: Uint8Array): Promise<void> {
    for (let at = 0; at < data.length; ) {
      while (this.underway >= BRIDGE_WINDOW_BYTES && this.state !== 'closed') {
        await new Promise<void>((resolve) => {
          this.wakeWriter = resolve;
        });
      }
      if (this.state === 'closed') throw new Error('The connection was closed.');
      // Copied, because it is transferred and the caller may still use its array.
      const slice = data.slice(at, at + BRIDGE_WINDOW_BYTES - this.underway);
      at += slice.length;
      this.underway += slice.length;
      this.send({ type: 'data', data: slice });
    }
  }

  private sendIfOpen(message: Outgoing): void {
    if (this.state !== 'closed') this.send(message);
  }
}
