import EventEmitter from 'events/';
import { nodeError } from '../../errors/node-error.ts';
import type { ContextFrame, Release } from '../../event-loop/event-loop.ts';
import type { NodeHost } from '../../node-host.ts';
import { decodeValue, encodeValue } from '../value-codec.ts';
import { isPlainData } from './plain-data.ts';
import { type AnyListener, addListening, type EmitterMethod, listenerFor } from './port-listening.ts';
import { createQueueBuffer, SharedQueue } from './shared-queue.ts';
import { assertCloneable } from './uncloneable.ts';

/** What a port takes along when it is transferred. */
export interface PortBuffers {
  incoming: SharedArrayBuffer;
  outgoing: SharedArrayBuffer;
}

/** On the wire between two ports of ours. */
type PortMessage =
  /** Something is in the shared queue. */
  | { type: 'poke' }
  | { type: 'value'; number: number; value: unknown; ports: PortBuffers[] }
  | { type: 'void'; number: number }
  | { type: 'close' };

// The browser's own, taken before programs see the prototypes.
const nativePost = MessagePort.prototype.postMessage;
const nativeStart = MessagePort.prototype.start;
const nativeClose = MessagePort.prototype.close;
const NativePort = globalThis.MessagePort;
const NativeChannel = globalThis.MessageChannel;
const nativeListen = EventTarget.prototype.addEventListener;

/** What Node's ports have beyond a browser's. */
class PortState {
  readonly target = new EventTarget();
  readonly incoming: SharedQueue;
  readonly outgoing: SharedQueue;
  handler: AnyListener | null = null;
  #nextNumber = 1;
  /** Came on the port, and their turn has not come yet. */
  readonly #arrived = new Map<number, unknown>();
  readonly #voided = new Set<number>();
  #targetListeners = 0;
  #isAttached = false;
  #isStarted = false;
  #isClosed = false;
  #isDraining = false;
  #release: Release | null = null;
  /** In which the port was made: messages arrive there, whoever listens. */
  readonly #context: ContextFrame | null;

  constructor(
    readonly host: NodeHost,
    readonly port: MessagePort,
    readonly buffers: PortBuffers,
    private readonly adopt: (port: MessagePort, buffers: PortBuffers) => void,
    private readonly listening: Set<PortState>,
    threadId: number,
  ) {
    this.#context = host.loop.context;
    this.incoming = new SharedQueue(buffers.incoming);
    this.outgoing = new SharedQueue(buffers.outgoing);
    this.incoming.reader = threadId;
    EventEmitter.call(port as never);
    for (const name of ['_events', '_eventsCount', '_maxListeners'])
      Object.defineProperty(port, name, { value: Reflect.get(port, name), writable: true, configurable: true, enumerable: false });
    this.emitter('setMaxListeners', 0);
  }

  /** An emitter's method on the port itself, which is what its listeners find as `this`. */
  emitter(method: EmitterMethod, ...args: unknown[]): unknown {
    return Reflect.apply(EventEmitter.prototype[method] as AnyListener, this.port, args);
  }

  post(value: unknown, transfer: readonly Transferable[], transferred: PortBuffers[]): void {
    if (this.#isClosed) return;
    if (transfer.length === 0 && isPlainData(value) && this.outgoing.push({ kind: 'text', text: encodeValue(value) })) {
      if (this.outgoing.markPoked()) this.#send({ type: 'poke' }, []);
      return;
    }
    const number = this.#nextNumber++;
    this.outgoing.push({ kind: 'message', number });
    try {
      this.#send({ type: 'value', number, value, ports: transferred }, transfer);
    } catch (error) {
      // What cannot be cloned was announced already: the other side must not wait for it.
      this.#send({ type: 'void', number }, []);
      if (!(error instanceof DOMException)) throw error;
      throw new DOMException(error.message.replace(/^Failed to execute '\w+' on '\w+': /, ''), error.name);
    }
  }

  #send(message: PortMessage, transfer: readonly Transferable[]): void {
    nativePost.call(this.port, message, { transfer: [...transfer] });
  }

  ref(): void {
    if (!this.#isClosed) this.#release ??= this.host.loop.ref();
  }

  unref(): void {
    this.#release?.();
    this.#release = null;
  }

  get hasRef(): boolean {
    return this.#release !== null;
  }

  /** Hears of the other side's end; messages wait for `start`. */
  attach(): void {
    if (this.#isAttached || this.#isClosed) return;
    this.#isAttached = true;
    this.listening.add(this);
    nativeListen.call(this.port, 'message', (event) => this.#receive(event));
    nativeListen.call(this.port, 'close', () => this.#ended());
    nativeStart.call(this.port);
  }

  start(): void {
    if (this.#isStarted || this.#isClosed) return;
    this.attach();
    this.#isStarted = true;
    // What came before anybody listened.
    this.drainSoon();
  }

  #receive(event: Event): void {
    // Only our own ports send on these.
    const { data, ports } = event as MessageEvent<PortMessage>;
    if (data.type === 'value') {
      ports.forEach((port, index) => {
        const buffers = data.ports[index];
        if (buffers !== undefined) this.adopt(port, buffers);
      });
      this.#arrived.set(data.number, data.value);
    }
    if (data.type === 'void') this.#voided.add(data.number);
    if (data.type === 'close') {
      if (this.#isStarted) this.#drainAll();
      this.#ended();
      return;
    }
    this.incoming.clearPoked();
    if (this.#isStarted) this.#drainOne();
  }

  drainSoon(): void {
    if (this.#isDraining) return;
    this.#isDraining = true;
    this.host.loop.postUnreferenced(() => {
      this.#isDraining = false;
      this.#drainOne();
    });
  }

  /** The others in tasks of their own: microtasks run in between. */
  #drainOne(): void {
    const message = this.take();
    if (message === null) return;
    this.host.loop.run(() => this.#deliver(message.value), this.#context);
    this.drainSoon();
  }

  #drainAll(): void {
    for (let message = this.take(); message !== null; message = this.take()) {
      const { value } = message;
      this.host.loop.run(() => this.#deliver(value), this.#context);
    }
  }

  /** The next message that is here. */
  take(): { value: unknown } | null {
    if (this.#isClosed) return null;
    const entry = this.incoming.peek();
    if (entry === null) return null;
    if (entry.kind === 'text') {
      this.incoming.shift();
      return { value: decodeValue(entry.text) };
    }
    if (this.#voided.delete(entry.number)) {
      this.incoming.shift();
      return this.take();
    }
    if (!this.#arrived.has(entry.number)) return null;
    const value = this.#arrived.get(entry.number);
    this.#arrived.delete(entry.number);
    this.incoming.shift();
    return { value };
  }

  /** Messages sent as such may still be on their way when the other side has ended. */
  get isWaiting(): boolean {
    return !this.#isClosed && this.incoming.peek() !== null;
  }

  #deliver(value: unknown): void {
    const event = new MessageEvent('message', { data: value });
    this.handler?.call(this.port, event);
    this.target.dispatchEvent(event);
    const count = this.emitter('listenerCount', 'message');
    this.emitter('emit', 'message', value);
    // Those for one message only are gone now.
    if (count !== 0) this.unlistened();
  }

  listened(): void {
    this.ref();
    this.start();
  }

  unlistened(): void {
    if (this.handler === null && this.#targetListeners === 0 && this.emitter('listenerCount', 'message') === 0) this.unref();
  }

  changeTargetListeners(by: number): void {
    this.#targetListeners = Math.max(0, this.#targetListeners + by);
    if (by > 0) this.listened();
    else this.unlistened();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#send({ type: 'close' }, []);
    this.host.loop.post(() => {
      nativeClose.call(this.port);
      this.#ended();
    });
  }

  /** It goes to another thread: here it is heard of no more. */
  detach(): PortBuffers {
    this.#isClosed = true;
    this.listening.delete(this);
    this.unref();
    return this.buffers;
  }

  /** The other side was in a thread that has ended: what it has sent before still comes. */
  endWith(threadId: number): void {
    if (this.#isClosed || this.outgoing.reader !== threadId) return;
    if (this.#isStarted) this.#drainAll();
    this.#ended();
  }

  #ended(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.listening.delete(this);
    this.unref();
    this.host.loop.run(() => {
      this.target.dispatchEvent(new Event('close'));
      this.emitter('emit', 'close');
    }, this.#context);
  }
}

export interface PortClasses {
  MessageChannel: new () => { port1: MessagePort; port2: MessagePort };
  MessagePort: { prototype: MessagePort };
  /** Makes a port that came over one of the browser's. */
  adopt(port: MessagePort, buffers: PortBuffers): void;
  /** Takes the ports of a transfer list away from this thread; what goes along with them. */
  detachPorts(transfer: readonly unknown[]): PortBuffers[];
  /** Ends the ports here whose other sides were in that thread; not every browser tells of it. */
  threadEnded(threadId: number): void;
  stateOf(port: unknown): PortState | undefined;
}

function createChannelClass(adopt: PortClasses['adopt']): PortClasses['MessageChannel'] {
  class NodeChannel {
    readonly port1: MessagePort;
    readonly port2: MessagePort;
    constructor() {
      const { port1, port2 } = new NativeChannel();
      const [there, back] = [createQueueBuffer(), createQueueBuffer()];
      adopt(port1, { incoming: back, outgoing: there });
      adopt(port2, { incoming: there, outgoing: back });
      this.port1 = port1;
      this.port2 = port2;
    }
  }
  Object.defineProperty(NodeChannel, 'name', { value: 'MessageChannel' });
  return NodeChannel;
}

/** `MessagePort` and `MessageChannel` as programs see them: the browser's ports, with Node's methods and a shared queue. */
export function createPortClasses(host: NodeHost, threadId: number): PortClasses {
  const states = new WeakMap<object, PortState>();
  const known = (port: unknown): PortState => {
    const state = typeof port === 'object' && port !== null ? states.get(port) : undefined;
    if (state === undefined) throw new TypeError('Illegal invocation');
    return state;
  };
  const listening = new Set<PortState>();
  const adopt = (port: MessagePort, buffers: PortBuffers): void => {
    states.set(port, new PortState(host, port, buffers, adopt, listening, threadId));
    Object.setPrototypeOf(port, NodePort.prototype);
  };
  const detachPorts = (transfer: readonly unknown[]): PortBuffers[] =>
    transfer.flatMap((item) => {
      const state = typeof item === 'object' && item !== null ? states.get(item) : undefined;
      return state === undefined ? [] : [state.detach()];
    });
  // Its instances are the browser's ports, whose prototype this becomes: they stay what can be transferred.
  function NodePort(): never {
    throw nodeError(TypeError, 'ERR_CONSTRUCT_CALL_INVALID', 'Constructor cannot be called');
  }
  Object.defineProperty(NodePort, 'name', { value: 'MessagePort' });
  Object.setPrototypeOf(NodePort, NativePort);
  NodePort.prototype = Object.create(NativePort.prototype, { constructor: { value: NodePort, configurable: true } });
  addListening(NodePort.prototype, known);
  Object.assign(NodePort.prototype, {
    postMessage(this: MessagePort, value: unknown, options: unknown): void {
      const list: unknown = Array.isArray(options) ? options : (options as { transfer?: unknown } | undefined)?.transfer;
      const transfer = Array.isArray(list) ? (list as Transferable[]) : [];
      if (transfer.includes(this)) throw new DOMException('Transfer list contains source port', 'DataCloneError');
      assertCloneable(value);
      known(this).post(value, transfer, detachPorts(transfer));
    },
    start(this: unknown): void {
      known(this).start();
    },
    close(this: unknown): void {
      known(this).close();
    },
    ref(this: unknown): void {
      known(this).ref();
    },
    unref(this: unknown): void {
      known(this).unref();
    },
    hasRef(this: unknown): boolean {
      return known(this).hasRef;
    },
  });
  Object.defineProperty(NodePort.prototype, 'onmessage', {
    configurable: true,
    get(this: unknown) {
      return known(this).handler;
    },
    set(this: unknown, listener: unknown) {
      const state = known(this);
      state.handler = typeof listener === 'function' ? listenerFor(listener) : null;
      if (state.handler === null) state.unlistened();
      else state.listened();
    },
  });
  return {
    MessageChannel: createChannelClass(adopt),
    MessagePort: NodePort,
    adopt,
    detachPorts,
    threadEnded: (ended) => {
      for (const state of [...listening]) state.endWith(ended);
    },
    stateOf: (port) => (typeof port === 'object' && port !== null ? states.get(port) : undefined),
  };
}
