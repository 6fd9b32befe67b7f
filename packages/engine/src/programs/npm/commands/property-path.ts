/** Splits a path into its steps: `a.b[0].c`. */
function steps(path: string): string[] {
  return path.split(/\.|\[|\]/).filter((step) => step !== '');
}

/** Returns the value at a path such as `scripts.build` or `files[0]`, or undefined. */
export function readProperty(document: unknown, path: string): unknown {
  let value = document;
  // The whole path is tried as a key first, because keys may contain dots (as in `exports`).
  if (typeof document === 'object' && document !== null && Object.hasOwn(document, path)) return Reflect.get(document, path);
  for (const step of steps(path)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}

const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

/** Sets the value at a path, creating objects (and lists, for `[]`) on the way; undefined deletes it. */
export function writeProperty(document: Record<string, unknown>, path: string, value: unknown): void {
  const isAppending = path.endsWith('[]');
  const names = steps(path);
  const last = names.pop();
  if (last === undefined || [...names, last].some((name) => forbidden.has(name))) return;
  let target: object = document;
  for (const name of names) {
    const inner: unknown = Object.hasOwn(target, name) ? Reflect.get(target, name) : undefined;
    const next: object = typeof inner === 'object' && inner !== null ? inner : {};
    if (next !== inner) Reflect.set(target, name, next);
    target = next;
  }
  const current: unknown = Object.hasOwn(target, last) ? Reflect.get(target, last) : undefined;
  if (value === undefined) Reflect.deleteProperty(target, last);
  else if (isAppending) Reflect.set(target, last, [...(Array.isArray(current) ? current : []), value]);
  else Reflect.set(target, last, value);
}
