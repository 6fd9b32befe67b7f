/** Creates a namespace object as programs see it: no prototype, `[Module]`, sorted keys, read-only. */
export function createNamespace(): object {
  const namespace: object = Object.create(null);
  Object.defineProperty(namespace, Symbol.toStringTag, { value: 'Module', configurable: false, writable: false, enumerable: false });
  return namespace;
}

export function defineLiveExport(namespace: object, name: string, read: () => unknown): void {
  Object.defineProperty(namespace, name, { get: read, enumerable: true, configurable: false });
}

/** Defines the named exports of a CommonJS or built-in module: `default` is the whole value, and every own key is a name. */
export function fillFromExports(namespace: object, exports: unknown): void {
  const names = new Set<string>();
  const isObject = (typeof exports === 'object' && exports !== null) || typeof exports === 'function';
  if (isObject) {
    for (const name of Object.keys(exports)) names.add(name);
    if (Object.hasOwn(exports, '__esModule')) names.add('__esModule');
  }
  names.delete('default');
  for (const name of [...names, 'default'].sort()) {
    if (name === 'default' || !isObject) {
      Object.defineProperty(namespace, 'default', { value: exports, enumerable: true, writable: true, configurable: false });
      continue;
    }
    const descriptor = Object.getOwnPropertyDescriptor(exports, name);
    if (descriptor?.get !== undefined) defineLiveExport(namespace, name, () => Reflect.get(exports, name));
    else Object.defineProperty(namespace, name, { value: descriptor?.value, enumerable: true, writable: true, configurable: false });
  }
}
