import { nodeError } from '../../errors/node-error.ts';

function refuse(reason: string): never {
  throw nodeError(TypeError, 'ERR_INVALID_OBJECT_DEFINE_PROPERTY', `'process.env' ${reason}`);
}

function textOf(value: unknown): string {
  if (typeof value === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
  return String(value);
}

type Change = (name: string, value: string | null) => void;

const sharers = new WeakMap<object, Set<Change>>();

function tellSharers(values: object, name: string, value: string | null, from: Change | null): void {
  for (const tell of sharers.get(values) ?? []) if (tell !== from) tell(name, value);
}

/** Notifies `onChange` of changes to a shared environment (`SHARE_ENV`). Returns a function that unsubscribes. */
export function shareEnvironment(values: Record<string, string>, onChange: Change): () => void {
  const others = sharers.get(values) ?? new Set();
  sharers.set(values, others.add(onChange));
  return () => others.delete(onChange);
}

/** Applies a change made elsewhere; `from` is not notified. */
export function changeEnvironment(values: Record<string, string>, name: string, value: string | null, from: Change): void {
  if (value === null) Reflect.deleteProperty(values, name);
  else Reflect.set(values, name, value);
  tellSharers(values, name, value, from);
}

/** Creates `process.env`, which converts every value to a string, like a real environment. */
export function createEnvironment(values: Record<string, string>, onOddValue: () => void): Record<string, string> {
  return new Proxy(values, {
    set(target, name, value) {
      if (typeof name === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
      if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') onOddValue();
      // Variables with an empty name are ignored.
      if (name === '') return true;
      const text = textOf(value);
      tellSharers(target, name, text, null);
      return Reflect.set(target, name, text);
    },
    deleteProperty(target, name) {
      if (typeof name === 'string') tellSharers(target, name, null, null);
      return Reflect.deleteProperty(target, name);
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
