import type { EventLoop } from '../event-loop/event-loop.ts';
import type { BuiltinExports, NodeHost } from '../node-host.ts';

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

/** Carries the context over `.then` callbacks. Native `await` goes past it: there the context of the resuming callback shows. */
function carryOverPromises(loop: EventLoop): void {
  const methods = Promise.prototype;
  const nativeThen = methods.then;
  const bind = (callback: unknown): unknown => (typeof callback === 'function' ? loop.bindContext(callback as () => unknown) : callback);
  Object.defineProperty(methods, 'then', {
    value: function then(this: Promise<unknown>, onFulfilled?: unknown, onRejected?: unknown): unknown {
      if (loop.context === null) return Reflect.apply(nativeThen, this, [onFulfilled, onRejected]);
      return Reflect.apply(nativeThen, this, [bind(onFulfilled), bind(onRejected)]);
    },
    writable: true,
    configurable: true,
  });
}

export function createAsyncHooksModule(host: NodeHost): BuiltinExports {
  const { loop } = host;
  let isCarrying = false;
  const runWith = (context: ReadonlyMap<object, unknown> | null, callback: AnyFunction, self: unknown, args: unknown[]): unknown => {
    // Only the worker's own promises: a shared global would carry it into the test runner.
    if (!isCarrying && host.scope.globalObject === globalThis) carryOverPromises(loop);
    isCarrying = true;
    const outer = loop.context;
    loop.context = context;
    try {
      return Reflect.apply(callback, self, args);
    } finally {
      loop.context = outer;
    }
  };

  class AsyncLocalStorage {
    #isEnabled = true;
    run(store: unknown, callback: AnyFunction, ...args: unknown[]): unknown {
      this.#isEnabled = true;
      return runWith(new Map([...(loop.context ?? []), [this, store]]), callback, undefined, args);
    }
    exit(callback: AnyFunction, ...args: unknown[]): unknown {
      const context = new Map(loop.context ?? []);
      context.delete(this);
      return runWith(context, callback, undefined, args);
    }
    getStore(): unknown {
      return this.#isEnabled ? loop.context?.get(this) : undefined;
    }
    enterWith(store: unknown): void {
      this.#isEnabled = true;
      loop.context = new Map([...(loop.context ?? []), [this, store]]);
    }
    disable(): void {
      this.#isEnabled = false;
    }
    static bind(callback: AnyFunction): AnyFunction {
      return loop.bindContext(callback as () => unknown) as AnyFunction;
    }
    static snapshot(): AnyFunction {
      const { context } = loop;
      return (callback, ...args) => runWith(context, callback as AnyFunction, undefined, args);
    }
  }

  let nextIdentifier = 2;
  class AsyncResource {
    readonly #context = loop.context;
    readonly #identifier = nextIdentifier++;
    constructor(readonly type: string) {}
    runInAsyncScope(callback: AnyFunction, self?: unknown, ...args: unknown[]): unknown {
      return runWith(this.#context, callback, self, args);
    }
    emitDestroy(): this {
      return this;
    }
    asyncId(): number {
      return this.#identifier;
    }
    triggerAsyncId(): number {
      return 1;
    }
    bind(callback: AnyFunction, self?: unknown): AnyFunction {
      return (...args) => this.runInAsyncScope(callback, self, ...args);
    }
    static bind(callback: AnyFunction, type?: string, self?: unknown): AnyFunction {
      return new AsyncResource(type ?? callback.name).bind(callback, self);
    }
  }
  const hook = { enable: () => hook, disable: () => hook };
  return {
    AsyncLocalStorage,
    AsyncResource,
    createHook: () => hook,
    executionAsyncId: () => 1,
    triggerAsyncId: () => 0,
    executionAsyncResource: () => ({}),
    asyncWrapProviders: Object.freeze({}),
  };
}
