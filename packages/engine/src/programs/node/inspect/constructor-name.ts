import type { Inspector } from './inspector.ts';

const { getOwnPropertyDescriptor, getPrototypeOf, hasOwn } = Object;
const { ownKeys } = Reflect;

/** Built-in classes, whose prototype properties are not shown. */
export const builtInNames: ReadonlySet<string> = new Set(
  Object.getOwnPropertyNames(globalThis).filter((name) => /^[A-Z][a-zA-Z0-9]+$/.test(name)),
);
/** The number of prototypes searched for getters. */
const MOST_PROTOTYPES = 3;

function isInstance(value: object, candidate: unknown): boolean {
  try {
    return value instanceof (candidate as new () => object); // The caller has checked that it is a function.
  } catch {
    return false;
  }
}

function classOf(prototype: object): { name: string } | null {
  let found: unknown;
  try {
    found = getOwnPropertyDescriptor(prototype, 'constructor')?.value;
  } catch {
    return null;
  }
  return typeof found === 'function' && typeof found.name === 'string' && found.name !== '' ? found : null;
}

/** With `showHidden`, adds the properties of a program's classes other than methods. */
function addPrototypeProperties(inspector: Inspector, value: object, from: object, depth: number, output: string[]): void {
  let object: object = from;
  const seen = new Set<string | symbol>();
  for (let level = 0; level < MOST_PROTOTYPES; level++) {
    if (level !== 0 || object === value) {
      const next: object | null = getPrototypeOf(object);
      if (next === null) return;
      object = next;
      const owner = classOf(object);
      if (owner !== null && builtInNames.has(owner.name)) return;
    }
    for (const key of ownKeys(object)) {
      if (key === 'constructor' || hasOwn(value, key) || seen.has(key)) continue;
      seen.add(key);
      const descriptor = getOwnPropertyDescriptor(object, key);
      if (descriptor === undefined || typeof descriptor.value === 'function') continue;
      const text = inspector.formatInherited(value, key, descriptor, depth);
      output.push(inspector.options.colors ? `\u001b[2m${text}\u001b[22m` : text);
    }
  }
}

/** Returns the class name shown for an object, or null without a prototype. Prototype properties are added to `inherited`. */
export function constructorName(inspector: Inspector, value: object, depth: number, inherited: string[] | null): string | null {
  let first: object | null | undefined;
  for (let object: object | null = value; object !== null; ) {
    const owner = classOf(object);
    if (owner !== null && isInstance(value, owner)) {
      if (inherited !== null && (first !== object || !builtInNames.has(owner.name)))
        addPrototypeProperties(inspector, value, first ?? value, depth, inherited);
      return owner.name;
    }
    object = getPrototypeOf(object) as object | null;
    if (first === undefined) first = object;
  }
  if (first === null || first === undefined) return null;
  const own = typeof value === 'function' ? 'Function' : Object.prototype.toString.call(value).slice('[object '.length, -1);
  if (depth > inspector.depthLimit) return `${own} <Complex prototype>`;
  const parent = constructorName(inspector, first, depth + 1, inherited);
  return parent === null ? `${own} <${inspector.inspectPrototype(first)}>` : `${own} <${parent}>`;
}

/** Returns a prefix: `Map(2) `, `[Object: null prototype] `, `Thing [tag] `. */
export function prefixOf(name: string | null, tag: string, fallback: string, size = ''): string {
  const isTagged = tag !== '' && (name === null ? fallback !== tag : !name.includes(tag));
  const shownTag = isTagged ? `[${tag}] ` : '';
  return name === null ? `[${fallback}${size}: null prototype] ${shownTag}` : `${name}${size} ${shownTag}`;
}
