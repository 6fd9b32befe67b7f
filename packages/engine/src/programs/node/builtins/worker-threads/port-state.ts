import EventEmitter from 'events/';
import type { ContextFrame, Release } from '../../event-loop/event-loop.ts';
import type { NodeHost } from '../../node-host.ts';
import { decodeValue, encodeValue } from '../value-codec.ts';
import { isPlainData } from './plain-data.ts';
import type { AnyListener, EmitterMethod } from './port-listening.ts';
import { SharedQueue } from './shared-queue.ts';

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
const nativeListen = EventTarget.prototype.addEventListener;

const NOT_LISTED = 'Object that needs transfer was found in message but not listed in transferList';

/** The browser's refusal in Node's words. */
export function nodeCloneError(error: unknown): unknown {
  if (!(error instanceof DOMException)) return error;
  const message = error.message.replace(/^Failed to execute '\w+' on '\w+': /, '');
  return new DOMException(
    /^A MessagePort could not be cloned because it was not transferred/.test(message) ? NOT_LISTED : message,
    error.name,
  );
}

/** A browser's event would name what it was dispatched on, which programs do not see. */
export function eventFor<Given extends Event>(target: object, event: Given): Given {
  for (const name of ['target', 'currentTarget', 'srcElement']) Object.defineProperty(event, name, { value: target, configurable: true });
  return event;
}

/** What Node's ports have beyond a browser's. */
export class PortState {
  readonly target = new EventTarget();
  readonly incoming: SharedQueue;
  readonly outgoing: SharedQueue;
  handler: AnyListener | null = null;
  #nextNumber = 1;
  /** Came on the port, and their turn has not come yet. */
  readonly #arrived = new Map<number, { value: unknown; ports: readonly MessagePort[] }>();
  readonly #voided = new Set<number>();
  #targetListeners = 0;
  #isAttached = false;
  #isStarted = false;
  #isClosed = false;
  #isClosing = false;
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
      // What cannot be cloned was announced already: the other side must not wait for it.
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

  /** Or about to be. */
  get isClosed(): boolean {
    return this.#isClosed || this.#isClosing;
  }

  /** An emitter's event, for listeners of both kinds. */
  emitEvent(name: string, args: unknown[]): unknown {
    this.target.dispatchEvent(eventFor(this.port, new CustomEvent(name, { detail: args[0] })));
    return this.emitter('emit', name, ...args);
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

  /** The others in tasks of their own: microtasks run in between. */
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

  /** The next message that is here. */
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

  /** Messages sent as such may still be on their way when the other side has ended. */
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
      // Those for one message only are gone now, also when one of them has thrown.
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
    // What comes from now on waits for the next one who listens.
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
