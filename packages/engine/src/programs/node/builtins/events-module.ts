import EventEmitter from 'events/';
import { invalidArgumentType, nodeError } from '../errors/node-error.ts';
import type { BuiltinExports, NodeHost } from '../node-host.ts';

type Listener = (...args: unknown[]) => void;

const errorMonitor = Symbol('events.errorMonitor');
const captureRejectionSymbol = Symbol.for('nodejs.rejection');

function isEventTarget(value: unknown): value is EventTarget {
  return typeof value === 'object' && value !== null && 'addEventListener' in value && !('on' in value);
}

function abortError(signal: AbortSignal): Error {
  return Object.assign(new Error('The operation was aborted', { cause: signal.reason }), { name: 'AbortError', code: 'ABORT_ERR' });
}

/** Listens on an emitter or an event target; the answer stops listening. */
function listen(target: EventEmitter | EventTarget, name: string, listener: Listener): () => void {
  if (isEventTarget(target)) {
    const onEvent = (event: Event) => listener(event);
    target.addEventListener(name, onEvent);
    return () => target.removeEventListener(name, onEvent);
  }
  target.on(name, listener);
  return () => {
    // Objects that only look like emitters need not have it.
    if (typeof target.removeListener === 'function') target.removeListener(name, listener);
  };
}

export function once(emitter: EventEmitter | EventTarget, name: string, options: { signal?: AbortSignal } = {}): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const { signal } = options;
    if (signal?.aborted) return reject(abortError(signal));
    const stops: (() => void)[] = [];
    const finish = (settle: () => void) => {
      for (const stop of stops) stop();
      settle();
    };
    stops.push(listen(emitter, name, (...args) => finish(() => resolve(args))));
    if (name !== 'error' && !isEventTarget(emitter)) stops.push(listen(emitter, 'error', (error) => finish(() => reject(error))));
    if (signal !== undefined) stops.push(listen(signal, 'abort', () => finish(() => reject(abortError(signal)))));
  });
}

interface IteratorOptions {
  signal?: AbortSignal;
  close?: string[];
}

function on(emitter: EventEmitter | EventTarget, name: string, options: IteratorOptions = {}): AsyncIterableIterator<unknown[]> {
  const values: unknown[][] = [];
  const waiting: { resolve(result: IteratorResult<unknown[]>): void; reject(error: unknown): void }[] = [];
  let failure: { error: unknown } | null = null;
  let isDone = false;
  const stops: (() => void)[] = [];
  const close = () => {
    isDone = true;
    for (const stop of stops.splice(0)) stop();
    for (const waiter of waiting.splice(0)) waiter.resolve({ value: undefined, done: true });
    return Promise.resolve({ value: undefined, done: true as const });
  };
  const fail = (error: unknown) => {
    const waiter = waiting.shift();
    if (waiter === undefined) failure = { error };
    else waiter.reject(error);
    void close();
  };
  stops.push(
    listen(emitter, name, (...args) => {
      const waiter = waiting.shift();
      if (waiter === undefined) values.push(args);
      else waiter.resolve({ value: args, done: false });
    }),
  );
  if (name !== 'error' && !isEventTarget(emitter)) stops.push(listen(emitter, 'error', fail));
  for (const ending of options.close ?? []) stops.push(listen(emitter, ending, () => void close()));
  const { signal } = options;
  if (signal?.aborted) throw abortError(signal);
  if (signal !== undefined) stops.push(listen(signal, 'abort', () => fail(abortError(signal))));
  return {
    next() {
      const value = values.shift();
      if (value !== undefined) return Promise.resolve({ value, done: false });
      if (failure !== null) {
        const { error } = failure;
        failure = null;
        return Promise.reject(error);
      }
      if (isDone) return Promise.resolve({ value: undefined, done: true });
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    return: close,
    throw(error: unknown) {
      fail(error);
      return Promise.resolve({ value: undefined, done: true });
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

function throwUnhandled(given: unknown, inspect: (value: unknown) => string): never {
  if (given instanceof Error) throw given;
  throw Object.assign(nodeError(Error, 'ERR_UNHANDLED_ERROR', `Unhandled error. (${inspect(given)})`), { context: given });
}

/** The base words it otherwise. */
function checkListeners(): void {
  for (const name of ['on', 'addListener', 'once', 'prependListener'] as const) {
    const add = EventEmitter.prototype[name];
    const checked = function (this: EventEmitter, event: string | symbol, listener: (...args: never[]) => void): EventEmitter {
      if (typeof listener !== 'function') throw invalidArgumentType('listener', 'of type function', listener);
      return add.call(this, event, listener);
    };
    Object.defineProperty(checked, 'name', { value: name });
    // It gives what the base gives.
    EventEmitter.prototype[name] = checked as typeof add;
  }
}

/** `errorMonitor` listeners see an error first and do not count as handling it. */
function addErrorMonitor(inspect: (value: unknown) => string): void {
  const methods = EventEmitter.prototype;
  const emit = methods.emit;
  methods.emit = function (this: EventEmitter, name: string | symbol, ...args: unknown[]) {
    if (name === 'error') {
      if (this.listenerCount(errorMonitor) > 0) emit.call(this, errorMonitor, ...args);
      if (this.listenerCount('error') === 0) throwUnhandled(args[0], inspect);
    }
    return emit.call(this, name, ...args);
  };
}

interface Resource {
  asyncId(): number;
  triggerAsyncId(): number;
  emitDestroy(): unknown;
  runInAsyncScope(callback: unknown, self: unknown, ...args: unknown[]): unknown;
}

function createAsyncResourceEmitter(host: NodeHost): unknown {
  const { emit } = EventEmitter.prototype;
  return class EventEmitterAsyncResource extends EventEmitter {
    readonly asyncResource: Resource;
    constructor(given?: { name?: string } | string) {
      super();
      // Loaded when first used; it is the class of that module.
      const { AsyncResource } = host.builtin('async_hooks') as { AsyncResource: new (type: string, options: unknown) => Resource };
      const name = typeof given === 'string' ? given : (given?.name ?? new.target.name);
      this.asyncResource = new AsyncResource(name, given);
      Object.defineProperty(this.asyncResource, 'eventEmitter', { value: this, enumerable: false });
    }
    override emit(name: string | symbol, ...args: unknown[]): boolean {
      return this.asyncResource.runInAsyncScope(emit, this, name, ...args) === true;
    }
    get asyncId(): number {
      return this.asyncResource.asyncId();
    }
    get triggerAsyncId(): number {
      return this.asyncResource.triggerAsyncId();
    }
    emitDestroy(): void {
      this.asyncResource.emitDestroy();
    }
  };
}

export function createEventsModule(host: NodeHost): BuiltinExports {
  if (!('errorMonitor' in EventEmitter)) {
    checkListeners();
    addErrorMonitor(host.builtin('util').inspect as (value: unknown) => string);
  }
  const statics: Record<string, unknown> = {
    EventEmitter,
    default: undefined,
    once,
    on,
    errorMonitor,
    captureRejectionSymbol,
    captureRejections: false,
    getEventListeners: (target: EventEmitter, name: string) => (typeof target.listeners === 'function' ? target.listeners(name) : []),
    getMaxListeners: (target: EventEmitter) => (typeof target.getMaxListeners === 'function' ? target.getMaxListeners() : 10),
    setMaxListeners: (count = 10, ...targets: EventEmitter[]) => {
      if (typeof count !== 'number') throw invalidArgumentType('n', 'of type number', count);
      if (targets.length === 0) Object.assign(EventEmitter, { defaultMaxListeners: count });
      for (const target of targets) if (typeof target.setMaxListeners === 'function') target.setMaxListeners(count);
    },
    addAbortListener: (signal: AbortSignal, listener: (event: Event) => void) => {
      if (signal.aborted) queueMicrotask(() => listener(new Event('abort')));
      else signal.addEventListener('abort', listener, { once: true });
      return { [Symbol.for('Symbol.dispose')]: () => signal.removeEventListener('abort', listener) };
    },
    EventEmitterAsyncResource: createAsyncResourceEmitter(host),
  };
  delete statics.default;
  // The module is the constructor itself.
  return Object.assign(EventEmitter, statics) as unknown as BuiltinExports;
}
