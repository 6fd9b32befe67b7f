type Constructor<Instance extends object> = abstract new (...args: never[]) => Instance;

/** The object a class is being called on; taken by the first `adoptable` base that is reached. */
let adopted: object | null = null;

/**
 * A function as a base class whose subclasses can also be called on an object that is there already
 * (`http.ServerResponse.call(this, request)`, the inheritance of before classes): that object then gets all their fields.
 */
export function adoptable<Base extends Constructor<object>>(base: Base): Base {
  // A function: only one may be called and give back another object than the one made for it.
  function Adoptable(...args: unknown[]): object {
    const target = adopted;
    adopted = null;
    const parameters = args as never[]; // The base's own, which the subclass's constructor has checked.
    // Only a construction by a subclass comes here.
    if (target === null) return Reflect.construct(base as never, parameters, new.target ?? base);
    Reflect.apply(base as never, target, parameters);
    return target;
  }
  Adoptable.prototype = base.prototype;
  Object.setPrototypeOf(Adoptable, base);
  // It is the base in all but how it is called.
  return Adoptable as unknown as Base;
}

/**
 * The class as programs see it: with its name in spite of minification, and callable on an object when its base is `adoptable`.
 * `only: 'instances'` makes a new one when it is called on anything that is not one already (`zlib.Gzip()`).
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

/** Has what `construct` makes of an `adoptable` base become the receiver's own. */
export function constructOn(receiver: object, construct: () => object): void {
  adopted = receiver;
  try {
    construct();
  } finally {
    adopted = null;
  }
}
