import { nodeError } from '../../errors/node-error.ts';

export type EmitterMethod =
  | 'on'
  | 'once'
  | 'emit'
  | 'removeListener'
  | 'removeAllListeners'
  | 'listenerCount'
  | 'eventNames'
  | 'setMaxListeners';

export type AnyListener = (...args: unknown[]) => unknown;

/** The members of a port that listening uses. */
interface ListenedPort {
  readonly target: EventTarget;
  emitter(method: EmitterMethod, ...args: unknown[]): unknown;
  attach(): void;
  emitEvent(name: string, args: unknown[]): unknown;
  listened(): void;
  unlistened(): void;
  changeTargetListeners(by: number): void;
}

export function listenerFor(listener: unknown): AnyListener {
  if (typeof listener !== 'function')
    throw nodeError(TypeError, 'ERR_INVALID_ARG_TYPE', 'The "listener" argument must be of type function.');
  // Any function of the program can be called with a message.
  return listener as AnyListener;
}

/** Adds both listening APIs of Node's ports: that of an emitter, which passes the value, and that of an event target. */
export function addListening(prototype: object, stateOf: (port: unknown) => ListenedPort): void {
  const emitterMethods = (name: 'on' | 'once' | 'prependListener') =>
    function (this: unknown, event: string, listener: unknown): unknown {
      const state = stateOf(this);
      state.emitter(name === 'prependListener' ? 'on' : name, event, listenerFor(listener));
      if (event === 'message') state.listened();
      if (event === 'close') state.attach();
      return this;
    };
  const off = function (this: unknown, event: string, listener: unknown): unknown {
    const state = stateOf(this);
    state.emitter('removeListener', event, listenerFor(listener));
    if (event === 'message') state.unlistened();
    return this;
  };
  Object.assign(prototype, {
    on: emitterMethods('on'),
    addListener: emitterMethods('on'),
    once: emitterMethods('once'),
    off,
    removeListener: off,
    removeAllListeners(this: unknown, event?: string): unknown {
      stateOf(this).emitter('removeAllListeners', ...(event === undefined ? [] : [event]));
      stateOf(this).unlistened();
      return this;
    },
    emit(this: unknown, event: string, ...args: unknown[]): unknown {
      return stateOf(this).emitEvent(event, args);
    },
    listenerCount(this: unknown, event: string): unknown {
      return stateOf(this).emitter('listenerCount', event);
    },
    eventNames(this: unknown): unknown {
      return stateOf(this).emitter('eventNames');
    },
    setMaxListeners(this: unknown): unknown {
      return this;
    },
    getMaxListeners: () => 0,
    addEventListener(this: unknown, event: string, listener: EventListener, options?: AddEventListenerOptions): void {
      stateOf(this).target.addEventListener(event, listener, options);
      if (event === 'message') stateOf(this).changeTargetListeners(1);
      if (event === 'close') stateOf(this).attach();
    },
    removeEventListener(this: unknown, event: string, listener: EventListener): void {
      stateOf(this).target.removeEventListener(event, listener);
      if (event === 'message') stateOf(this).changeTargetListeners(-1);
    },
  });
}
