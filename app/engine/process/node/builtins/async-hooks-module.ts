import { invalidArgumentType } from '../errors/node-error.ts';
import { ContextFrame, type EventLoop } from '../event-loop/event-loop.ts';
import type { BuiltinExports, NodeHost } from '../node-host.ts';

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

/** Carries the context over `.then` callbacks; the awaits of the program's own code are rewritten to do it (rewrite-awaits.ts). */
function carryOverPromises(loop: EventLoop): void {
  const methods = Promise.prototype;
  const nativeThen = methods.then;
  const bind = (callback: unknown): unknown => (typeof callback === 'function' ? loop.bindContext(callback as () => unknown) : callback);
  Object.defineProperty(methods, 'then', {
    value: function then(this: Promise<unknown>, onFulfilled?: unknown, onRejected?: unknown): unknown {
      return Reflect.apply(nativeThen, this, [bind(onFulfilled), bind(onRejected)]);
    },
    writable: true,
    configurable: true,
  });
}

export function createAsyncHooksModule(host: NodeHost): BuiltinExports {
  const { loop } = host;
  const beginCarrying = (): void => {
    if (loop.isCarrying) return;
    loop.isCarrying = true;
    // Only the worker's own promises: a shared global would carry it into the test runner.
    if (host.scope.globalObject === globalThis) carryOverPromises(loop);
  };
  const runWith = (context: ContextFrame | null, callback: AnyFunction, self: unknown, args: unknown[]): unknown => {
    const outer = loop.context;
    loop.context = context;
    try {
      return Reflect.apply(callback, self, args);
    } finally {
      loop.context = outer;
    }
  };
  const frameWith = (storage: object, store: unknown): ContextFrame => {
    const frame = new ContextFrame(loop.context ?? []);
    frame.set(storage, store);
    return frame;
  };

  class AsyncLocalStorage {
    #isEnabled = true;
    constructor() {
      beginCarrying();
    }
    run(store: unknown, callback: AnyFunction, ...args: unknown[]): unknown {
      this.#isEnabled = true;
      return runWith(frameWith(this, store), callback, undefined, args);
    }
    exit(callback: AnyFunction, ...args: unknown[]): unknown {
      const frame = new ContextFrame(loop.context ?? []);
      frame.delete(this);
      return runWith(frame, callback, undefined, args);
    }
    getStore(): unknown {
      return this.#isEnabled ? loop.context?.get(this) : undefined;
    }
    enterWith(store: unknown): void {
      this.#isEnabled = true;
      loop.context = frameWith(this, store);
    }
    disable(): void {
      this.#isEnabled = false;
    }
    static bind(callback: AnyFunction): AnyFunction {
      return AsyncResource.bind(callback);
    }
    static snapshot(): AnyFunction {
      const { context } = loop;
      return (callback, ...args) => runWith(context, callback as AnyFunction, undefined, args);
    }
  }

  let nextIdentifier = 2;
  let executing = { asyncId: 1, triggerAsyncId: 0, resource: {} };
  class AsyncResource {
    readonly #context = loop.context;
    readonly #asyncId = nextIdentifier++;
    readonly #triggerAsyncId: number;
    constructor(type: unknown, options: unknown = {}) {
      if (typeof type !== 'string') throw invalidArgumentType('type', 'of type string', type);
      const given = typeof options === 'number' ? options : (options as { triggerAsyncId?: number } | null)?.triggerAsyncId;
      this.#triggerAsyncId = given ?? executing.asyncId;
    }
    runInAsyncScope(callback: AnyFunction, self?: unknown, ...args: unknown[]): unknown {
      const outer = executing;
      executing = { asyncId: this.#asyncId, triggerAsyncId: this.#triggerAsyncId, resource: this };
      try {
        return runWith(this.#context, callback, self, args);
      } finally {
        executing = outer;
      }
    }
    emitDestroy(): this {
      return this;
    }
    asyncId(): number {
      return this.#asyncId;
    }
    triggerAsyncId(): number {
      return this.#triggerAsyncId;
    }
    bind(callback: AnyFunction, self?: unknown): AnyFunction {
      if (typeof callback !== 'function') throw invalidArgumentType('fn', 'of type function', callback);
      const resource = this;
      const bound = function (this: unknown, ...args: unknown[]): unknown {
        return resource.runInAsyncScope(callback, self ?? this, ...args);
      };
      Object.defineProperty(bound, 'length', { value: callback.length, configurable: true });
      return bound;
    }
    static bind(callback: AnyFunction, type?: string, self?: unknown): AnyFunction {
      if (typeof callback !== 'function') throw invalidArgumentType('fn', 'of type function', callback);
      return new AsyncResource(type ?? (callback.name || 'bound-anonymous-fn')).bind(callback, self);
    }
  }
  const hook = { enable: () => hook, disable: () => hook };
  return {
    AsyncLocalStorage,
    AsyncResource,
    // Nothing but resources of the program's own could be told: browsers tell of no others.
    createHook: () => hook,
    executionAsyncId: () => executing.asyncId,
    triggerAsyncId: () => executing.triggerAsyncId,
    executionAsyncResource: () => executing.resource,
    asyncWrapProviders: Object.freeze({}),
  };
}
