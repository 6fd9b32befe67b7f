type Constructor<Instance extends object> = abstract new (...args: never[]) => Instance;

/** The object that a class is called on; consumed by the first `adoptable` base constructor. */
let adopted: object | null = null;

/**
 * Makes a base class whose subclasses can also be called on an existing object (`http.ServerResponse.call(this, request)`, the inheritance
 * used before classes). That object receives all their fields.
 */
export function adoptable<Base extends Constructor<object>>(base: Base): Base {
  // A plain function can be called without `new`, and can return an object other than the one created for it.
  function Adoptable(...args: unknown[]): object {
    const target = adopted;
    adopted = null;
    const parameters = args as never[]; // The base's own parameters, checked by the subclass's constructor.
    // Without an adopted object, a subclass is being constructed.
    if (target === null) return Reflect.construct(base as never, parameters, new.target ?? base);
    Reflect.apply(base as never, target, parameters);
    return target;
  }
  Adoptable.prototype = base.prototype;
  Object.setPrototypeOf(Adoptable, base);
  // Differs from the base only in how it is called.
  return Adoptable as unknown as Base;
}

/**
 * Returns the class as programs see it: with its name despite minification, and callable on an object if its base is `adoptable`. With
 * `only: 'instances'`, a call on anything but an instance creates a new one (`zlib.Gzip()`).
 */
export function callableClass<Class extends Constructor<object>>(name: string, target: Class, only?: 'instances'): Class {
  Object.defineProperty(target, 'name', { value: name, configurable: true });
  const callable = new Proxy(target, {
    apply(_target, receiver: unknown, args) {
      if (typeof receiver !== 'object' || receiver === null) return Reflect.construct(target, args);
      if (only === 'instances' && !(receiver instanceof target)) return Reflect.construct(target, args);
      adopted = receiver;
      try {
        Reflect.construct(target, args);
      } finally {
        adopted = null;
      }
      return undefined;
    },
  });
  Object.defineProperty(target.prototype, 'constructor', { value: callable, writable: true, configurable: true });
  return callable;
}

/** Runs `construct` so that the fields which an `adoptable` base sets become fields of the receiver. */
export function constructOn(receiver: object, construct: () => object): void {
  adopted = receiver;
  try {
    construct();
  } finally {
    adopted = null;
  }
}
