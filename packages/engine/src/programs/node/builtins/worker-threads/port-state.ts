import EventEmitter from 'events/';
import type { ContextFrame, Release } from '../../event-loop/event-loop.ts';
import type { NodeHost } from '../../node-host.ts';
import { decodeValue, encodeValue } from '../value-codec.ts';
import { isPlainData } from './plain-data.ts';
import type { AnyListener, EmitterMethod } from './port-listening.ts';
import { SharedQueue } from './shared-queue.ts';

/** The buffers that accompany a port when it is transferred. */
export interface PortBuffers {
  incoming: SharedArrayBuffer;
  outgoing: SharedArrayBuffer;
}

/** The messages between two ports of this implementation. */
type PortMessage =
  /** The shared queue has an entry. */
  | { type: 'poke' }
  | { type: 'value'; number: number; value: unknown; ports: PortBuffers[] }
  | { type: 'void'; number: number }
  | { type: 'close' };

// The browser's own methods, saved before programs can change the prototypes.
const nativePost = MessagePort.prototype.postMessage;
const nativeStart = MessagePort.prototype.start;
const nativeClose = MessagePort.prototype.close;
const nativeListen = EventTarget.prototype.addEventListener;

const NOT_LISTED = 'Object that needs transfer was found in message but not listed in transferList';

/** Converts the browser's clone error to Node's message. */
export function nodeCloneError(error: unknown): unknown {
  if (!(error instanceof DOMException)) return error;
  const message = error.message.replace(/^Failed to execute '\w+' on '\w+': /, '');
  return new DOMException(
    /^A MessagePort could not be cloned because it was not transferred/.test(message) ? NOT_LISTED : message,
    error.name,
  );
}

/** Replaces the event's target: the browser would name the internal one, which programs do not see. */
export function eventFor<Given extends Event>(target: object, event: Given): Given {
  for (const name of ['target', 'currentTarget', 'srcElement']) Object.defineProperty(event, name, { value: target, configurable: true });
  return event;
}

/** The state that Node's ports have in addition to the browser's. */
export class PortState {
  readonly target = new EventTarget();
  readonly incoming: SharedQueue;
  readonly outgoing: SharedQueue;
  handler: AnyListener | null = null;
  #nextNumber = 1;
  /** Messages that arrived on the port but are not next in the queue yet. */
  readonly #arrived = new Map<number, { value: unknown; ports: readonly MessagePort[] }>();
  readonly #voided = new Set<number>();
  #targetListeners = 0;
  #isAttached = false;
  #isStarted = false;
  #isClosed = false;
  #isClosing = false;
  #isDraining = false;
  #release: Release | null = null;
  /** The async context in which the port was created; messages are delivered in it, regardless of the listener's own context. */
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

  /** Calls an emitter's method on the port itself, which its listeners receive as `this`. */
  emitter(method: EmitterMethod, ...args: unknown[]): unknown {
    return Reflect.apply(EventEmitter.prototype[method] as AnyListener, this.port, args);
  }

  post(value: unknown, transfer: readonly Transferable[], transferred: PortBuffers[]): void {
    if (this.isClosed) return;
    if (transfer.length === 0 && isPlainData(value) && this.outgoing.push({ kind: 'text', text: encodeValue(value) })) {
      if (this.outgoing.markPoked()) this.#send({ type: 'poke' }, []);
      return;
    }
    const number = this.#nextNumber++;
    this.outgoing.push({ kind: 'message', number });
    try {
      this.#send({ type: 'value', number, value, ports: transferred }, transfer);
    } catch (error) {
      // The queue has already announced the message, and the other side must not wait for it.
      this.#send({ type: 'void', number }, []);
      throw nodeCloneError(error);
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

  /** True also while closing. */
  get isClosed(): boolean {
    return this.#isClosed || this.#isClosing;
  }

  /** Emits an event to listeners of both kinds. */
  emitEvent(name: string, args: unknown[]): unknown {
    this.target.dispatchEvent(eventFor(this.port, new CustomEvent(name, { detail: args[0] })));
    return this.emitter('emit', name, ...args);
  }

  get hasRef(): boolean {
    return this.#release !== null;
  }

  /** Starts watching for the end of the other side; messages wait for `start`. */
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
    // Messages that arrived before there was a listener.
    this.drainSoon();
  }

  #receive(event: Event): void {
    // Only ports of this implementation send on these channels.
    const { data, ports } = event as MessageEvent<PortMessage>;
    if (data.type === 'value') {
      ports.forEach((port, index) => {
        const buffers = data.ports[index];
        if (buffers !== undefined) this.adopt(port, buffers);
      });
      this.#arrived.set(data.number, { value: data.value, ports });
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

  /** Delivers one message; each of the others follows in its own task, so that microtasks run in between. */
  #drainOne(): void {
    if (!this.#isStarted) return;
    const message = this.take();
    if (message === null) return;
    this.host.loop.run(() => this.#deliver(message), this.#context);
    this.drainSoon();
  }

  #drainAll(): void {
    for (let message = this.take(); message !== null; message = this.take()) {
      const next = message;
      this.host.loop.run(() => this.#deliver(next), this.#context);
    }
  }

  /** Returns the next message that has arrived, or `null`. */
  take(): { value: unknown; ports: readonly MessagePort[] } | null {
    if (this.#isClosed) return null;
    const entry = this.incoming.peek();
    if (entry === null) return null;
    if (entry.kind === 'text') {
      this.incoming.shift();
      return { value: decodeValue(entry.text), ports: [] };
    }
    if (this.#voided.delete(entry.number)) {
      this.incoming.shift();
      return this.take();
    }
    if (!this.#arrived.has(entry.number)) return null;
    const message = this.#arrived.get(entry.number);
    this.#arrived.delete(entry.number);
    this.incoming.shift();
    return message ?? null;
  }

  /** True if queued messages may still be on their way after the other side has ended. */
  get isWaiting(): boolean {
    return !this.#isClosed && this.incoming.peek() !== null;
  }

  #deliver({ value, ports }: { value: unknown; ports: readonly MessagePort[] }): void {
    if (this.handler !== null || this.#targetListeners > 0) {
      const event = eventFor(this.port, new MessageEvent('message', { data: value, ports: [...ports] }));
      this.handler?.call(this.port, event);
      this.target.dispatchEvent(event);
    }
    const count = this.emitter('listenerCount', 'message');
    try {
      this.emitter('emit', 'message', value);
    } finally {
      // Listeners for a single message are removed by now, even if one of them threw.
      if (count !== 0) this.unlistened();
    }
  }

  listened(): void {
    this.ref();
    this.start();
  }

  unlistened(): void {
    if (this.handler !== null || this.#targetListeners > 0 || this.emitter('listenerCount', 'message') !== 0) return;
    this.unref();
    // From now on messages wait for the next listener.
    this.#isStarted = false;
  }

  changeTargetListeners(by: number): void {
    this.#targetListeners = Math.max(0, this.#targetListeners + by);
    if (by > 0) this.listened();
    else this.unlistened();
  }

  close(): void {
    if (this.isClosed) return;
    this.#isClosing = true;
    this.#send({ type: 'close' }, []);
    this.host.loop.post(() => {
      nativeClose.call(this.port);
      this.#ended();
    });
  }

  /** Detaches a port that is transferred to another thread; it emits nothing more here. */
  detach(): PortBuffers {
    this.#isClosed = true;
    this.listening.delete(this);
    this.unref();
    return this.buffers;
  }

  /** Closes the port because the thread of the other side has ended; messages sent before are still delivered. */
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
