import type { NodeHost } from '../../node-host.ts';

type Class = abstract new (...args: never[]) => object;

/**
 * Returns a substitute for a class in a part that is not loaded yet. The part is loaded when the class is first used, not when it is named.
 */
export function lazyClass(load: () => Class): unknown {
  // A bound class has no own properties that a proxy must report unchanged. It must be a class, because only a class can be called with
  // `new`.
  const target = class {}.bind(null);
  const proxy: unknown = new Proxy(target, {
    construct: (_target, args, newTarget) => Reflect.construct(load(), args, newTarget === proxy ? load() : newTarget),
    apply: (_target, receiver, args) => Reflect.apply(load() as never, receiver, args),
    get: (_target, name) => Reflect.get(load(), name),
    set: (_target, name, value) => Reflect.set(load(), name, value),
    has: (_target, name) => Reflect.has(load(), name),
    getPrototypeOf: () => Reflect.getPrototypeOf(load()),
    ownKeys: () => Reflect.ownKeys(load()),
    getOwnPropertyDescriptor: (_target, name) => {
      const descriptor = Reflect.getOwnPropertyDescriptor(load(), name);
      return descriptor === undefined ? undefined : { ...descriptor, configurable: true };
    },
    defineProperty: (_target, name, descriptor) => Reflect.defineProperty(load(), name, descriptor),
  });
  return proxy;
}

/** Makes the module's class the `constructor` of the objects that the part's class creates. */
export function adoptClasses(classes: Readonly<Record<string, unknown>>, loaded: Readonly<Record<string, unknown>>): void {
  for (const [name, proxy] of Object.entries(classes)) {
    // `loaded` has a class under each of these names.
    const { prototype } = loaded[name] as Class;
    Object.defineProperty(prototype, 'constructor', { value: proxy, writable: true, configurable: true });
  }
}

/** Returns a class that warns once about its deprecated direct use; the matching `create…` function does not warn. */
export function deprecatedCall(host: NodeHost, target: unknown, message: string, code: string): unknown {
  let hasWarned = false;
  const warn = () => {
    if (hasWarned) return;
    hasWarned = true;
    const { emitWarning } = host.builtin('process') as { emitWarning(message: string, type: string, code: string): void };
    emitWarning(message, 'DeprecationWarning', code);
  };
  // `target` is a class.
  return new Proxy(target as Class & (() => void), {
    construct: (given, args, newTarget) => {
      warn();
      return Reflect.construct(given, args, newTarget);
    },
    apply: (given, receiver, args) => {
      warn();
      return Reflect.apply(given, receiver, args);
    },
  });
}
