import { looksNative } from '../base/native-looking.ts';
import { invalidArgumentType } from '../errors/node-error.ts';
import { carriedThenable } from '../event-loop/await-context.ts';
import { ContextFrame, type EventLoop } from '../event-loop/event-loop.ts';
import type { BuiltinExports, NodeHost } from '../node-host.ts';

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

/** Carries the context across `.then` callbacks; the program's own `await`s are rewritten to do the same (rewrite-awaits.ts). */
function carryOverPromises(loop: EventLoop): void {
  const methods = Promise.prototype;
  const nativeThen = methods.then;
  const bind = (callback: unknown): unknown => (typeof callback === 'function' ? loop.bindContext(callback as () => unknown) : callback);
  const carried = {
    // biome-ignore lint/suspicious/noThenProperty: it stands for the one of promises
    then(this: Promise<unknown>, onFulfilled?: unknown, onRejected?: unknown): unknown {
      return Reflect.apply(nativeThen, this, [bind(onFulfilled), bind(onRejected)]);
    },
  };
  const nativeResolve = Promise.resolve;
  const resolving = {
    resolve(this: PromiseConstructor, value?: unknown): unknown {
      return Reflect.apply(nativeResolve, this, [carriedThenable(loop, value)]);
    },
  };
  Object.defineProperty(Promise, 'resolve', { value: looksNative(resolving.resolve), writable: true, configurable: true });
  Object.defineProperty(methods, 'then', {
    value: looksNative(carried.then),
    writable: true,
    configurable: true,
  });
}

function runWith(loop: EventLoop, context: ContextFrame | null, callback: AnyFunction, self: unknown, args: unknown[]): unknown {
  const outer = loop.context;
  loop.context = context;
  try {
    return Reflect.apply(callback, self, args);
  } finally {
    loop.context = outer;
  }
}

function frameWith(loop: EventLoop, storage: object, store: unknown): ContextFrame {
  const frame = new ContextFrame(loop.context ?? []);
  frame.set(storage, store);
  return frame;
}

function createStorageClass(host: NodeHost, bind: (callback: AnyFunction) => AnyFunction): unknown {
  const { loop } = host;
  const beginCarrying = (): void => {
    if (loop.isCarrying) return;
    loop.isCarrying = true;
    // Patch only the worker's own promises: in a shared global the patch would leak into the test runner.
    if (host.scope.globalObject === globalThis) carryOverPromises(loop);
  };
  return class AsyncLocalStorage {
    #isEnabled = true;
    constructor() {
      beginCarrying();
    }
    run(store: unknown, callback: AnyFunction, ...args: unknown[]): unknown {
      this.#isEnabled = true;
      return runWith(loop, frameWith(loop, this, store), callback, undefined, args);
    }
    exit(callback: AnyFunction, ...args: unknown[]): unknown {
      const frame = new ContextFrame(loop.context ?? []);
      frame.delete(this);
      return runWith(loop, frame, callback, undefined, args);
    }
    getStore(): unknown {
      return this.#isEnabled ? loop.context?.get(this) : undefined;
    }
    enterWith(store: unknown): void {
      this.#isEnabled = true;
      loop.context = frameWith(loop, this, store);
    }
    disable(): void {
      this.#isEnabled = false;
    }
    static bind(callback: AnyFunction): AnyFunction {
      return bind(callback);
    }
    static snapshot(): AnyFunction {
      const { context } = loop;
      return (callback, ...args) => runWith(loop, context, callback as AnyFunction, undefined, args);
    }
  };
}

/** The resource that the running callback belongs to. */
interface Execution {
  asyncId: number;
  triggerAsyncId: number;
  resource: object;
}

function createResourceClass(loop: EventLoop, execution: { now: Execution }) {
  let nextIdentifier = 2;
  return class AsyncResource {
    readonly #context = loop.context;
    readonly #asyncId = nextIdentifier++;
    readonly #triggerAsyncId: number;
    constructor(type: unknown, options: unknown = {}) {
      if (typeof type !== 'string') throw invalidArgumentType('type', 'of type string', type);
      const given = typeof options === 'number' ? options : (options as { triggerAsyncId?: number } | null)?.triggerAsyncId;
      this.#triggerAsyncId = given ?? execution.now.asyncId;
    }
    runInAsyncScope(callback: AnyFunction, self?: unknown, ...args: unknown[]): unknown {
      const outer = execution.now;
      execution.now = { asyncId: this.#asyncId, triggerAsyncId: this.#triggerAsyncId, resource: this };
      try {
        return runWith(loop, this.#context, callback, self, args);
      } finally {
        execution.now = outer;
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
  };
}

export function createAsyncHooksModule(host: NodeHost): BuiltinExports {
  const execution: { now: Execution } = { now: { asyncId: 1, triggerAsyncId: 0, resource: {} } };
  const AsyncResource = createResourceClass(host.loop, execution);
  const AsyncLocalStorage = createStorageClass(host, (callback) => AsyncResource.bind(callback));
  const hook = { enable: () => hook, disable: () => hook };
  return {
    AsyncLocalStorage,
    AsyncResource,
    // A hook could report only resources that the program creates itself: browsers report no others.
    createHook: () => hook,
    executionAsyncId: () => execution.now.asyncId,
    triggerAsyncId: () => execution.now.triggerAsyncId,
    executionAsyncResource: () => execution.now.resource,
    asyncWrapProviders: Object.freeze({}),
  };
}
