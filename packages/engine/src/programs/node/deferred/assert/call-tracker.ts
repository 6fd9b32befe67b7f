import { invalidArgumentValue, nodeError } from '../../errors/node-error.ts';
import { validateUint32 } from '../../errors/validate.ts';

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

interface Tracked {
  name: string;
  expected: number;
  calls: { thisArg: unknown; arguments: readonly unknown[] }[];
  stack: Error;
}

interface TrackerOptions {
  fail(message: string | undefined, details: object[]): never;
  warn(): void;
  isExiting(): boolean;
}

/** Creates `assert.CallTracker`, which is deprecated. */
export function createCallTracker({ fail, warn, isExiting }: TrackerOptions) {
  return class CallTracker {
    readonly #tracked = new Map<unknown, Tracked>();

    constructor() {
      warn();
    }
    calls(given?: AnyFunction | number, count = 1): unknown {
      if (isExiting()) throw nodeError(Error, 'ERR_UNAVAILABLE_DURING_EXIT', 'Cannot call function in process exit handler');
      const expected = typeof given === 'number' ? given : count;
      const original: AnyFunction = typeof given === 'function' ? given : () => {};
      validateUint32(expected, 'expected', true);
      const tracked: Tracked = { name: original.name || 'calls', expected, calls: [], stack: new Error() };
      // Without a prototype, so that a program's changes to Object.prototype or to iterators have no effect here.
      const handler: ProxyHandler<AnyFunction> = Object.assign(Object.create(null), {
        apply(target: AnyFunction, thisArg: unknown, args: unknown[]) {
          tracked.calls.push(Object.freeze({ thisArg, arguments: Object.freeze(args.slice()) }));
          return Reflect.apply(target, thisArg, args);
        },
      });
      const proxy = new Proxy(original, handler);
      this.#tracked.set(proxy, tracked);
      return proxy;
    }
    #find(callable: unknown): Tracked {
      const tracked = this.#tracked.get(callable);
      if (tracked === undefined) throw invalidArgumentValue('tracked', callable, 'is not a tracked function');
      return tracked;
    }
    getCalls(callable: unknown): readonly unknown[] {
      return Object.freeze([...this.#find(callable).calls]);
    }
    reset(callable?: unknown): void {
      for (const tracked of callable === undefined ? this.#tracked.values() : [this.#find(callable)]) tracked.calls = [];
    }
    report(): object[] {
      return [...this.#tracked.values()]
        .filter(({ calls, expected }) => calls.length !== expected)
        .map(({ name, expected, calls, stack }) => ({
          message: `Expected the ${name} function to be executed ${expected} time(s) but was executed ${calls.length} time(s).`,
          actual: calls.length,
          expected,
          operator: name,
          stack,
        }));
    }
    verify(): void {
      const errors = this.report() as { message: string }[];
      const [first] = errors;
      if (first === undefined) return;
      fail(errors.length === 1 ? first.message : 'Functions were not called the expected number of times', errors);
    }
  };
}
