import type { BuiltinExports, NodeHost } from '../node-host.ts';
import { promisifyCustom } from './util/util-module.ts';

interface WaitOptions {
  signal?: AbortSignal;
  ref?: boolean;
}

function abortError(signal: AbortSignal): Error {
  return Object.assign(new Error('The operation was aborted', { cause: signal.reason }), { name: 'AbortError', code: 'ABORT_ERR' });
}

/** A promise that a started timer settles, and a signal may cut short. */
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
  const scheduler = {
    wait: (delay?: number, options?: WaitOptions) => setTimeout(delay, undefined, options),
    yield: () => setImmediate(),
  };
  return { setTimeout, setImmediate, setInterval, scheduler };
}

export function createTimersModule(host: NodeHost): BuiltinExports {
  const { timers } = host;
  const promises = createTimersPromisesModule(host);
  const { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate } = timers;
  Object.defineProperty(setTimeout, promisifyCustom, { value: promises.setTimeout, configurable: true });
  Object.defineProperty(setImmediate, promisifyCustom, { value: promises.setImmediate, configurable: true });
  return { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate, promises };
}
