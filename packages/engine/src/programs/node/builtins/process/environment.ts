import { nodeError } from '../../errors/node-error.ts';

function refuse(reason: string): never {
  throw nodeError(TypeError, 'ERR_INVALID_OBJECT_DEFINE_PROPERTY', `'process.env' ${reason}`);
}

function textOf(value: unknown): string {
  if (typeof value === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
  return String(value);
}

/** `process.env`: every value becomes text, as in a real environment. */
export function createEnvironment(values: Record<string, string>): Record<string, string> {
  return new Proxy(values, {
    set(target, name, value) {
      if (typeof name === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
      return Reflect.set(target, name, textOf(value));
    },
    defineProperty(target, name, descriptor) {
      if ('get' in descriptor || 'set' in descriptor) refuse('does not accept an accessor(getter/setter) descriptor');
      if (descriptor.configurable !== true || descriptor.writable !== true || descriptor.enumerable !== true)
        refuse('only accepts a configurable, writable, and enumerable data descriptor');
      return Reflect.defineProperty(target, name, {
        value: textOf(descriptor.value),
        writable: true,
        enumerable: true,
        configurable: true,
      });
    },
  });
}
