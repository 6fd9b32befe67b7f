import EventEmitter from 'events/';
import { nodeError } from '../errors/node-error.ts';
import { shownValue } from '../errors/shown-value.ts';
import { validateBoolean, validateFunction, validateNumber } from '../errors/validate.ts';

type EventName = string | symbol;
type Listener = ((this: unknown, ...args: unknown[]) => unknown) & { listener?: Listener };
type Listeners = Listener[] & { warned?: boolean };

/** The state of an emitter, under the same property names as in Node, because programs read them. */
interface Emitter {
  _events?: Record<EventName, Listener | Listeners | undefined>;
  _eventsCount?: number;
  _maxListeners?: number | undefined;
  [isCapturing]?: boolean;
  emit(name: EventName, ...args: unknown[]): boolean;
  [rejection]?: unknown;
}

export const errorMonitor = Symbol('events.errorMonitor');
export const isCapturing = Symbol('kCapture');
const rejection = Symbol.for('nodejs.rejection');

/** The services of the process that emitters use. */
export const emitterSurroundings = {
  defaultMaxListeners: 10,
  warn: (_warning: Error): void => {},
  nextTick: (callback: () => void): void => queueMicrotask(callback),
};

function empty(): NonNullable<Emitter['_events']> {
  return Object.create(null);
}

/** Initializes an emitter with the options of `new EventEmitter(options)`. */
export function initialize(emitter: Emitter, options?: { captureRejections?: unknown }): void {
  if (emitter._events === undefined || emitter._events === Object.getPrototypeOf(emitter)._events) {
    emitter._events = empty();
    emitter._eventsCount = 0;
  }
  emitter._maxListeners ||= undefined;
  const capture = options?.captureRejections;
  if (capture) validateBoolean(capture, 'options.captureRejections');
  if (capture) Object.defineProperty(emitter, isCapturing, { value: capture, writable: true, configurable: true });
}

function limitOf(emitter: Emitter): number {
  return emitter._maxListeners ?? emitterSurroundings.defaultMaxListeners;
}

function warnOfLeak(emitter: Emitter, name: EventName, listeners: Listeners): void {
  listeners.warned = true;
  const message =
    `Possible EventEmitter memory leak detected. ${listeners.length} ${String(name)} listeners added to ` +
    `${shownValue(emitter, { depth: -1 })}. MaxListeners is ${limitOf(emitter)}. Use emitter.setMaxListeners() to increase limit`;
  const warning = Object.assign(new Error(message), { emitter, type: name, count: listeners.length });
  Object.defineProperty(warning, 'name', { value: 'MaxListenersExceededWarning', writable: true, configurable: true });
  emitterSurroundings.warn(warning);
}

function add(emitter: Emitter, name: EventName, listener: unknown, isFirst: boolean): Emitter {
  validateFunction(listener, 'listener');
  const added = listener as Listener;
  if (emitter._events === undefined) {
    emitter._events = empty();
    emitter._eventsCount = 0;
  } else if (emitter._events.newListener !== undefined) emitter.emit('newListener', name, added.listener ?? added);
  // A 'newListener' listener may have changed the events.
  const events = emitter._events;
  const present = events[name];
  if (present === undefined) {
    events[name] = added;
    emitter._eventsCount = (emitter._eventsCount ?? 0) + 1;
    return emitter;
  }
  let all: Listeners;
  if (typeof present === 'function') all = events[name] = isFirst ? [added, present] : [present, added];
  else {
    all = present;
    if (isFirst) all.unshift(added);
    else all.push(added);
  }
  const limit = limitOf(emitter);
  if (limit > 0 && all.length > limit && all.warned !== true) warnOfLeak(emitter, name, all);
  return emitter;
}

function onceOf(emitter: Emitter, name: EventName, listener: unknown): Listener {
  validateFunction(listener, 'listener');
  let isOver = false;
  const wrapped: Listener = (...args) => {
    if (isOver) return undefined;
    isOver = true;
    (methods.removeListener as Listener).call(emitter, name, wrapped);
    return Reflect.apply(listener, emitter, args);
  };
  wrapped.listener = listener as Listener;
  return wrapped;
}

function throwUnhandled(error: unknown): never {
  if (error instanceof Error) throw error;
  let shown: string;
  try {
    shown = shownValue(error);
  } catch {
    // The error's own custom inspection throws.
    shown = String(error);
  }
  throw Object.assign(nodeError(Error, 'ERR_UNHANDLED_ERROR', `Unhandled error. (${shown})`), { context: error });
}

/** If a listener returned a promise, its rejection becomes an 'error' event. */
function capture(emitter: Emitter, result: unknown, name: EventName, args: unknown[]): void {
  try {
    const then: unknown = (result as { then?: unknown }).then;
    if (typeof then !== 'function') return;
    then.call(result, undefined, (error: unknown) => emitterSurroundings.nextTick(() => tellRejection(emitter, error, name, args)));
  } catch (error) {
    emitter.emit('error', error);
  }
}

function tellRejection(emitter: Emitter, error: unknown, name: EventName, args: unknown[]): void {
  const handler = emitter[rejection];
  if (typeof handler === 'function') {
    handler.call(emitter, error, name, ...args);
    return;
  }
  const former = emitter[isCapturing];
  const set = (value: unknown) => Object.defineProperty(emitter, isCapturing, { value, writable: true, configurable: true });
  // A rejection in the 'error' listener does not emit a further event.
  try {
    set(false);
    emitter.emit('error', error);
  } finally {
    set(former);
  }
}

function without(emitter: Emitter, name: EventName): void {
  const left = (emitter._eventsCount ?? 0) - 1;
  emitter._eventsCount = left;
  if (left <= 0) emitter._events = empty();
  else delete emitter._events?.[name];
}

function listenersOf(emitter: Emitter, name: EventName, isUnwrapped: boolean): Listener[] {
  const present = emitter._events?.[name];
  if (present === undefined) return [];
  const all = typeof present === 'function' ? [present] : [...present];
  return isUnwrapped ? all.map((listener) => listener.listener ?? listener) : all;
}

function removeListener(this: Emitter, name: EventName, listener: unknown): Emitter {
  validateFunction(listener, 'listener');
  const events = this._events;
  const present = events?.[name];
  if (events === undefined || present === undefined) return this;
  const isIt = (candidate: Listener) => candidate === listener || candidate.listener === listener;
  if (typeof present === 'function') {
    if (!isIt(present)) return this;
    without(this, name);
    if (events.removeListener !== undefined) this.emit('removeListener', name, present.listener ?? listener);
    return this;
  }
  const place = present.findLastIndex(isIt);
  if (place === -1) return this;
  if (place === 0) present.shift();
  else present.splice(place, 1);
  if (present.length === 1) events[name] = present[0];
  if (events.removeListener !== undefined) this.emit('removeListener', name, listener);
  return this;
}

function removeAllListeners(this: Emitter, ...names: [name?: EventName]): Emitter {
  const events = this._events;
  if (events === undefined) return this;
  const [name] = names;
  if (events.removeListener === undefined) {
    if (names.length === 0) {
      this._events = empty();
      this._eventsCount = 0;
    } else if (events[name as EventName] !== undefined) without(this, name as EventName);
    return this;
  }
  if (names.length === 0) {
    for (const key of Reflect.ownKeys(events)) if (key !== 'removeListener') removeAllListeners.call(this, key);
    removeAllListeners.call(this, 'removeListener');
    this._events = empty();
    this._eventsCount = 0;
    return this;
  }
  const present = events[name as EventName];
  for (const listener of typeof present === 'function' ? [present] : [...(present ?? [])].reverse())
    (methods.removeListener as Listener).call(this, name, listener);
  return this;
}

function emit(this: Emitter, name: EventName, ...args: unknown[]): boolean {
  const events = this._events;
  if (name === 'error') {
    if (events?.[errorMonitor] !== undefined) this.emit(errorMonitor, ...args);
    if (events?.error === undefined) throwUnhandled(args[0]);
  }
  const handler = events?.[name];
  if (handler === undefined) return false;
  if (typeof handler === 'function') {
    const result = Reflect.apply(handler, this, args);
    if (result !== undefined && result !== null && this[isCapturing]) capture(this, result, name, args);
    return true;
  }
  // Listeners may be added or removed during the loop.
  for (const listener of handler.slice()) {
    const result = Reflect.apply(listener, this, args);
    if (result !== undefined && result !== null && this[isCapturing]) capture(this, result, name, args);
  }
  return true;
}

function on(this: Emitter, name: EventName, listener: unknown): Emitter {
  return add(this, name, listener, false);
}

Object.defineProperty(on, 'name', { value: 'addListener' });

const methods: Record<string, unknown> = {
  emit,
  addListener: on,
  on,
  prependListener(this: Emitter, name: EventName, listener: unknown): Emitter {
    return add(this, name, listener, true);
  },
  once(this: Emitter & { on: typeof on }, name: EventName, listener: unknown): Emitter {
    return this.on(name, onceOf(this, name, listener));
  },
  prependOnceListener(this: Emitter & { prependListener: typeof on }, name: EventName, listener: unknown): Emitter {
    return this.prependListener(name, onceOf(this, name, listener));
  },
  removeListener,
  off: removeListener,
  removeAllListeners,
  listeners(this: Emitter, name: EventName): Listener[] {
    return listenersOf(this, name, true);
  },
  rawListeners(this: Emitter, name: EventName): Listener[] {
    return listenersOf(this, name, false);
  },
  listenerCount(this: Emitter, name: EventName, listener?: unknown): number {
    const all = listenersOf(this, name, false);
    if (listener === undefined || listener === null) return all.length;
    return all.filter((candidate) => candidate === listener || candidate.listener === listener).length;
  },
  eventNames(this: Emitter): EventName[] {
    return (this._eventsCount ?? 0) > 0 ? Reflect.ownKeys(this._events ?? {}) : [];
  },
  setMaxListeners(this: Emitter, count: unknown): Emitter {
    validateNumber(count, 'setMaxListeners', 0);
    this._maxListeners = count;
    return this;
  },
  getMaxListeners(this: Emitter): number {
    return limitOf(this);
  },
};

/** The base constructor calls this; domains wrap it. */
// The package's types omit it.
export const emitterBase = EventEmitter as unknown as { init(this: object, options?: { captureRejections?: unknown }): void };

/** Replaces the base's methods with Node's. */
export function completeEmitter(): void {
  emitterBase.init = function (options) {
    initialize(this as Emitter, options); // `this` is under construction; its prototype has the methods of an emitter.
  };
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(EventEmitter.prototype, name, { value, writable: true, configurable: true, enumerable: true });
  Object.defineProperty(EventEmitter.prototype, isCapturing, { value: false, writable: true, configurable: true });
}
