import EventEmitter from 'events/';
import { dispose } from '../base/dispose-symbols.ts';
import { invalidArgumentType } from '../errors/node-error.ts';
import { validateAbortSignal, validateBoolean, validateFunction, validateNumber } from '../errors/validate.ts';
import type { BuiltinExports, NodeHost } from '../node-host.ts';
import { completeEmitter, emitterBase, emitterSurroundings, errorMonitor, initialize, isCapturing } from './emitter-methods.ts';

type Listener = (...args: unknown[]) => void;

const captureRejectionSymbol = Symbol.for('nodejs.rejection');

function isEventTarget(value: unknown): value is EventTarget {
  return typeof value === 'object' && value !== null && 'addEventListener' in value && !('on' in value);
}

function abortError(signal: AbortSignal): Error {
  return Object.assign(new Error('The operation was aborted', { cause: signal.reason }), { name: 'AbortError', code: 'ABORT_ERR' });
}

/** Listens on an emitter or an event target. Returns a function that removes the listener. */
function listen(target: EventEmitter | EventTarget, name: string, listener: Listener, isOnce = false): () => void {
  if (isEventTarget(target)) {
    const onEvent = (event: Event) => listener(event);
    target.addEventListener(name, onEvent);
    return () => target.removeEventListener(name, onEvent);
  }
  // Calls the same method as Node, because an emitter-like object may behave differently in `on` and `once` (tinypool).
  if (isOnce && typeof target.once === 'function') target.once(name, listener);
  else target.on(name, listener);
  return () => {
    // Emitter-like objects may lack this method.
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
    stops.push(listen(emitter, name, (...args) => finish(() => resolve(args)), true));
    if (name !== 'error' && !isEventTarget(emitter)) stops.push(listen(emitter, 'error', (error) => finish(() => reject(error)), true));
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
      // The module is loaded on first use; this is the class that it exports.
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

/** The listener limits of event targets, which do not store one themselves. */
const targetLimits = new WeakMap<object, number>();

function setMaxListeners(count: unknown = 10, ...targets: unknown[]): void {
  validateNumber(count, 'setMaxListeners', 0);
  if (targets.length === 0) emitterSurroundings.defaultMaxListeners = count;
  for (const target of targets) {
    if (target instanceof EventTarget) targetLimits.set(target, count);
    else if (typeof (target as EventEmitter | null)?.setMaxListeners === 'function') (target as EventEmitter).setMaxListeners(count);
    else throw invalidArgumentType('eventTargets', 'an instance of EventEmitter or EventTarget', target);
  }
}

function getMaxListeners(target: unknown): number {
  if (typeof (target as EventEmitter | null)?.getMaxListeners === 'function') return (target as EventEmitter).getMaxListeners();
  if (target instanceof EventTarget)
    return targetLimits.get(target) ?? (target instanceof AbortSignal ? 0 : emitterSurroundings.defaultMaxListeners);
  throw invalidArgumentType('emitter', 'an instance of EventEmitter or EventTarget', target);
}

function addAbortListener(signal: unknown, listener: unknown): object {
  if (signal === undefined) throw invalidArgumentType('signal', 'an instance of AbortSignal', signal);
  validateAbortSignal(signal, 'signal');
  validateFunction(listener, 'listener');
  const given = signal as AbortSignal;
  const call = listener as (event: Event) => void;
  if (given.aborted) queueMicrotask(() => call(new Event('abort')));
  else given.addEventListener('abort', call, { once: true });
  return { [dispose]: () => given.removeEventListener('abort', call) };
}

/** Creates the `EventEmitter` that programs see: the base behind a function that takes options. */
function createCallableEmitter(): Record<string, unknown> & { prototype: object } {
  const callable = function EventEmitter_(this: object, options?: { captureRejections?: unknown }): void {
    emitterBase.init.call(this, options);
  };
  Object.defineProperty(callable, 'name', { value: 'EventEmitter', configurable: true });
  callable.prototype = EventEmitter.prototype;
  Object.defineProperty(EventEmitter.prototype, 'constructor', { value: callable, writable: true, configurable: true });
  // A function with the properties of a module.
  return callable as unknown as Record<string, unknown> & { prototype: object };
}

export function createEventsModule(host: NodeHost): BuiltinExports {
  completeEmitter();
  emitterSurroundings.nextTick = (callback) => host.loop.nextTick(callback, []);
  emitterSurroundings.warn = (warning) => (host.builtin('process').emitWarning as (warning: Error) => void)(warning);
  const Emitter = createCallableEmitter();
  Object.assign(Emitter, {
    EventEmitter: Emitter,
    init: (...args: Parameters<typeof initialize>) => initialize(...args),
    once,
    on,
    errorMonitor,
    captureRejectionSymbol,
    listenerCount: (emitter: EventEmitter, name: string) => emitter.listenerCount(name),
    getEventListeners: (target: EventEmitter, name: string) => (typeof target.listeners === 'function' ? target.listeners(name) : []),
    getMaxListeners,
    setMaxListeners,
    addAbortListener,
    usingDomains: false,
    EventEmitterAsyncResource: createAsyncResourceEmitter(host),
  });
  Object.defineProperty(Emitter, 'defaultMaxListeners', {
    enumerable: true,
    get: () => emitterSurroundings.defaultMaxListeners,
    set: (value: unknown) => {
      validateNumber(value, 'defaultMaxListeners', 0);
      emitterSurroundings.defaultMaxListeners = value;
    },
  });
  Object.defineProperty(Emitter, 'captureRejections', {
    enumerable: true,
    get: () => Reflect.get(Emitter.prototype, isCapturing),
    set: (value: unknown) => {
      validateBoolean(value, 'EventEmitter.captureRejections');
      Reflect.set(Emitter.prototype, isCapturing, value);
    },
  });
  return Emitter;
}
