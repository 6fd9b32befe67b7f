import { invalidArgumentType, nodeError, notSupported } from '../../errors/node-error.ts';
import type { NodeHost } from '../../node-host.ts';
import { MockTimers } from './mock-timers.ts';

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

interface MockCall {
  arguments: unknown[];
  error: unknown;
  result: unknown;
  stack: Error;
  target: unknown;
  this: unknown;
}

/** `fn.mock`: the calls of a mocked function, and its implementation. */
class MockFunctionContext {
  readonly #calls: MockCall[] = [];
  readonly #once = new Map<number, AnyFunction>();
  #timesLeft: number;

  constructor(
    private implementation: AnyFunction,
    private readonly original: AnyFunction,
    private readonly putBack: () => void,
    times: number,
  ) {
    this.#timesLeft = times;
  }

  get calls(): MockCall[] {
    return [...this.#calls];
  }
  callCount(): number {
    return this.#calls.length;
  }
  mockImplementation(implementation: AnyFunction): void {
    if (typeof implementation !== 'function') throw invalidArgumentType('implementation', 'of type function', implementation);
    this.implementation = implementation;
  }
  mockImplementationOnce(implementation: AnyFunction, onCall?: number): void {
    if (typeof implementation !== 'function') throw invalidArgumentType('implementation', 'of type function', implementation);
    this.#once.set(onCall ?? this.#calls.length, implementation);
  }
  restore(): void {
    this.putBack();
    this.implementation = this.original;
  }
  resetCalls(): void {
    this.#calls.length = 0;
  }

  /** Runs the mock. Not part of Node's API. */
  invoke(self: unknown, args: unknown[], target: AnyFunction | undefined): unknown {
    const index = this.#calls.length;
    const implementation = this.#once.get(index) ?? this.implementation;
    this.#once.delete(index);
    const call: MockCall = { arguments: args, error: undefined, result: undefined, stack: new Error(), target, this: self };
    try {
      call.result = target === undefined ? Reflect.apply(implementation, self, args) : Reflect.construct(implementation, args, target);
      if (target !== undefined) call.this = call.result;
      return call.result;
    } catch (error) {
      call.error = error;
      throw error;
    } finally {
      this.#calls.push(call);
      this.#timesLeft -= 1;
      if (this.#timesLeft <= 0) this.restore();
    }
  }
}

interface MockOptions {
  times?: number;
  getter?: boolean;
  setter?: boolean;
}

function findDescriptor(object: object, name: PropertyKey): PropertyDescriptor | undefined {
  for (let holder: object | null = object; holder !== null; holder = Object.getPrototypeOf(holder)) {
    const descriptor = Object.getOwnPropertyDescriptor(holder, name);
    if (descriptor !== undefined) return descriptor;
  }
  return undefined;
}

/** `mock` and `t.mock`; mocks of the latter are restored when the test ends. */
export class MockTracker {
  readonly #contexts: MockFunctionContext[] = [];
  readonly timers: MockTimers;

  constructor(host: NodeHost) {
    this.timers = new MockTimers(host);
  }

  fn(first?: unknown, second?: unknown, third?: unknown): AnyFunction {
    const original: AnyFunction = typeof first === 'function' ? (first as AnyFunction) : () => undefined;
    const implementation = typeof second === 'function' ? (second as AnyFunction) : original;
    const options = [first, second, third].find((item) => typeof item === 'object' && item !== null) as MockOptions | undefined;
    return this.#create(original, implementation, () => {}, options);
  }

  #create(original: AnyFunction, implementation: AnyFunction, putBack: () => void, options: MockOptions = {}): AnyFunction {
    const context = new MockFunctionContext(implementation, original, putBack, options.times ?? Number.POSITIVE_INFINITY);
    this.#contexts.push(context);
    return new Proxy(original, {
      apply: (_target, self, args: unknown[]) => context.invoke(self, args, undefined),
      construct: (_target, args: unknown[], newTarget) => {
        const made = context.invoke(undefined, args, newTarget as AnyFunction);
        return typeof made === 'object' && made !== null ? made : {};
      },
      get: (target, name, receiver) => (name === 'mock' ? context : Reflect.get(target, name, receiver)),
    });
  }

  method(object: unknown, name: PropertyKey, third?: unknown, fourth?: unknown): AnyFunction {
    if ((typeof object !== 'object' && typeof object !== 'function') || object === null)
      throw invalidArgumentType('object', 'of type object', object);
    const options = ([third, fourth].find((item) => typeof item === 'object' && item !== null) ?? {}) as MockOptions;
    const descriptor = findDescriptor(object, name);
    const original: unknown = options.getter ? descriptor?.get : options.setter ? descriptor?.set : descriptor?.value;
    if (descriptor === undefined || typeof original !== 'function')
      throw nodeError(
        TypeError,
        'ERR_INVALID_ARG_VALUE',
        `The argument 'methodName' must be a method. Received ${original === undefined ? 'undefined' : String(original)}`,
      );
    const own = Object.getOwnPropertyDescriptor(object, name);
    const putBack = (): void => {
      if (own === undefined) Reflect.deleteProperty(object, name);
      else Object.defineProperty(object, name, own);
    };
    // Checked to be a function above.
    const implementation = typeof third === 'function' ? (third as AnyFunction) : (original as AnyFunction);
    const mock = this.#create(original as AnyFunction, implementation, putBack, options);
    const shape = { configurable: descriptor.configurable ?? true, enumerable: descriptor.enumerable ?? true };
    const rest = { ...(descriptor.get && { get: descriptor.get }), ...(descriptor.set && { set: descriptor.set }) };
    if (options.getter) Object.defineProperty(object, name, { ...rest, ...shape, get: mock });
    else if (options.setter) Object.defineProperty(object, name, { ...rest, ...shape, set: mock });
    else Object.defineProperty(object, name, { ...shape, writable: descriptor.writable ?? true, value: mock });
    return mock;
  }

  getter(object: unknown, name: PropertyKey, implementation?: unknown, options?: MockOptions): AnyFunction {
    return this.method(object, name, implementation, { ...options, getter: true });
  }

  setter(object: unknown, name: PropertyKey, implementation?: unknown, options?: MockOptions): AnyFunction {
    return this.method(object, name, implementation, { ...options, setter: true });
  }

  module(): never {
    throw notSupported('mock.module', 'loader hooks are not built in');
  }

  reset(): void {
    this.restoreAll();
    this.timers.reset();
    this.#contexts.length = 0;
  }

  restoreAll(): void {
    for (const context of this.#contexts) context.restore();
  }
}
