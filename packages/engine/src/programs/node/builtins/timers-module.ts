import { invalidArgumentType, nodeError, outOfRange } from '../errors/node-error.ts';
import type { BuiltinExports, NodeHost } from '../node-host.ts';
import { promisifyCustom } from './util/util-module.ts';

interface WaitOptions {
  signal?: AbortSignal;
  ref?: boolean;
}

function abortError(signal: AbortSignal): Error {
  return Object.assign(new Error('The operation was aborted', { cause: signal.reason }), { name: 'AbortError', code: 'ABORT_ERR' });
}

/** Returns a promise that a timer resolves, and that a signal may reject earlier. */
function wait(options: WaitOptions, start: (finish: () => void) => { stop(): void; unref(): void }, value: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const { signal, ref } = options;
    if (signal?.aborted) return reject(abortError(signal));
    const onAbort = () => {
      timer.stop();
      if (signal !== undefined) reject(abortError(signal));
    };
    const timer = start(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve(value);
    });
    if (ref === false) timer.unref();
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

export function createTimersPromisesModule(host: NodeHost): BuiltinExports {
  const { timers } = host;
  const setTimeout = (delay?: number, value?: unknown, options: WaitOptions = {}) =>
    wait(
      options,
      (finish) => {
        const timeout = timers.setTimeout(finish, delay);
        return { stop: () => timeout.close(), unref: () => timeout.unref() };
      },
      value,
    );
  const setImmediate = (value?: unknown, options: WaitOptions = {}) =>
    wait(
      options,
      (finish) => {
        const immediate = timers.setImmediate(finish);
        return { stop: () => timers.clearImmediate(immediate), unref: () => immediate.unref() };
      },
      value,
    );
  async function* setInterval(delay?: number, value?: unknown, options: WaitOptions = {}): AsyncGenerator<unknown> {
    let missed = 0;
    let wake: (() => void) | null = null;
    const timer = timers.setInterval(() => {
      missed++;
      wake?.();
    }, delay);
    if (options.ref === false) timer.unref();
    try {
      for (;;) {
        if (options.signal?.aborted) throw abortError(options.signal);
        if (missed === 0)
          await new Promise<void>((resolve) => {
            wake = resolve;
            options.signal?.addEventListener('abort', () => resolve(), { once: true });
          });
        for (; missed > 0; missed--) yield value;
      }
    } finally {
      timer.close();
    }
  }
  class Scheduler {
    constructor() {
      throw nodeError(TypeError, 'ERR_ILLEGAL_CONSTRUCTOR', 'Illegal constructor');
    }
    wait(delay?: number, options?: WaitOptions): Promise<unknown> {
      return setTimeout(delay, undefined, options);
    }
    yield(): Promise<unknown> {
      return setImmediate();
    }
  }
  return { setTimeout, setImmediate, setInterval, scheduler: Object.create(Scheduler.prototype) };
}

interface Enrolled {
  _idleTimeout?: number;
  _onTimeout?: () => void;
  [running]?: { close(): void } | null;
}

const running = Symbol('timer');

/** Creates the legacy API of timers on the program's own objects, from before Timeout objects existed. */
function createLegacyTimers(host: NodeHost): BuiltinExports {
  const unenroll = (item: Enrolled) => {
    item[running]?.close();
    item[running] = null;
    item._idleTimeout = -1;
  };
  const start = (item: Enrolled, isReferenced: boolean) => {
    item[running]?.close();
    const delay = item._idleTimeout ?? -1;
    if (delay < 0) return;
    const timer = host.timers.setTimeout(() => item._onTimeout?.(), delay);
    if (!isReferenced) timer.unref();
    item[running] = timer;
  };
  return {
    _unrefActive: (item: Enrolled) => start(item, false),
    active: (item: Enrolled) => start(item, true),
    unenroll,
    enroll: (item: Enrolled, delay: unknown) => {
      if (typeof delay !== 'number') throw invalidArgumentType('msecs', 'of type number', delay);
      if (!Number.isFinite(delay) || delay < 0) throw outOfRange('msecs', 'a non-negative finite number', delay);
      unenroll(item);
      item._idleTimeout = delay;
    },
  };
}

export function createTimersModule(host: NodeHost): BuiltinExports {
  const { timers } = host;
  const promises = host.builtin('timers/promises');
  timers.warn = (message, type) => (host.builtin('process').emitWarning as (message: string, type: string) => void)(message, type);
  const { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate } = timers;
  Object.defineProperty(setTimeout, promisifyCustom, { value: promises.setTimeout, configurable: true });
  Object.defineProperty(setImmediate, promisifyCustom, { value: promises.setImmediate, configurable: true });
  return {
    setTimeout,
    clearTimeout,
    setImmediate,
    clearImmediate,
    setInterval,
    clearInterval,
    ...createLegacyTimers(host),
    promises,
  };
}
