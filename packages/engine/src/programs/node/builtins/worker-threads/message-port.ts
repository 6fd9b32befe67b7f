import { nodeError } from '../../errors/node-error.ts';
import type { NodeHost } from '../../node-host.ts';
import { addListening, listenerFor } from './port-listening.ts';
import { type PortBuffers, PortState } from './port-state.ts';
import { createQueueBuffer } from './shared-queue.ts';
import { checkTransfer, loseChannel, readTransferList } from './transfer-list.ts';
import { assertCloneable } from './uncloneable.ts';

const NativePort = globalThis.MessagePort;
const NativeChannel = globalThis.MessageChannel;
const inspectName = Symbol.for('nodejs.util.inspect.custom');

export interface PortClasses {
  MessageChannel: new () => { port1: MessagePort; port2: MessagePort };
  MessagePort: { prototype: MessagePort };
  /** Turns a received browser port into one of Node's. */
  adopt(port: MessagePort, buffers: PortBuffers): void;
  /** Detaches the ports of a transfer list from this thread, and returns the buffers that must accompany them. */
  detachPorts(transfer: readonly unknown[]): PortBuffers[];
  /** Closes the local ports whose other sides were in that thread, because not every browser reports it. */
  threadEnded(threadId: number): void;
  stateOf(port: unknown): PortState | undefined;
}

function createChannelClass(adopt: PortClasses['adopt']): PortClasses['MessageChannel'] {
  function NodeChannel(this: { port1: MessagePort; port2: MessagePort }): void {
    if (new.target === undefined)
      throw nodeError(TypeError, 'ERR_CONSTRUCT_CALL_REQUIRED', 'Class constructor MessageChannel cannot be invoked without `new`');
    const { port1, port2 } = new NativeChannel();
    const [there, back] = [createQueueBuffer(), createQueueBuffer()];
    adopt(port1, { incoming: back, outgoing: there });
    adopt(port2, { incoming: there, outgoing: back });
    this.port1 = port1;
    this.port2 = port2;
  }
  Object.defineProperty(NodeChannel, 'name', { value: 'MessageChannel' });
  // A function that only `new` may call.
  return NodeChannel as unknown as PortClasses['MessageChannel'];
}

type Known = (port: unknown) => PortState;

function addAccessors(prototype: object, known: Known): void {
  Object.defineProperty(prototype, inspectName, {
    configurable: true,
    value(this: unknown): string {
      const state = known(this);
      return `MessagePort [EventTarget] {\n  active: ${!state.isClosed},\n  refed: ${state.hasRef}\n}`;
    },
  });
  Object.defineProperty(prototype, 'onmessageerror', { value: null, writable: true, configurable: true });
  Object.defineProperty(prototype, 'onmessage', {
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
}

/** Creates `MessagePort` and `MessageChannel` for programs: the browser's ports, with Node's methods and a shared queue. */
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
  // Its instances are the browser's ports with a changed prototype, so that they remain transferable.
  function NodePort(): never {
    throw nodeError(TypeError, 'ERR_CONSTRUCT_CALL_INVALID', 'Constructor cannot be called');
  }
  Object.defineProperty(NodePort, 'name', { value: 'MessagePort' });
  Object.setPrototypeOf(NodePort, NativePort);
  // The methods are on an intermediate prototype, as in Node, because tests and tools inspect the port's own prototype.
  const listeningPrototype: object = Object.create(NativePort.prototype);
  addListening(listeningPrototype, known);
  NodePort.prototype = Object.create(listeningPrototype, { constructor: { value: NodePort, configurable: true } });
  Object.assign(NodePort.prototype, {
    postMessage(this: MessagePort, ...args: unknown[]): void {
      const state = known(this);
      if (args.length === 0) throw nodeError(TypeError, 'ERR_MISSING_ARGS', 'The "message" argument must be specified');
      const [value, options] = args;
      const transfer = readTransferList(options);
      checkTransfer(transfer, this, (item) => states.get(item));
      assertCloneable(value);
      const sibling = transfer.map((item) => states.get(item)).find((other) => other?.buffers.incoming === state.buffers.outgoing);
      if (sibling === undefined) state.post(value, transfer as Transferable[], detachPorts(transfer));
      else {
        const rest = transfer.filter((item) => item !== sibling.port);
        detachPorts(rest);
        loseChannel(host, [state, sibling], rest);
      }
    },
    start(this: unknown): void {
      known(this).start();
    },
    close(this: unknown, callback: unknown): void {
      const state = known(this);
      if (typeof callback === 'function') {
        state.attach();
        state.emitter('once', 'close', callback);
      }
      state.close();
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
  addAccessors(NodePort.prototype, known);
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
