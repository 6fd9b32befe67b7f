const LONGEST_TEXT = 2_000;
const MOST_ENTRIES = 20;
const DEEPEST = 2;
/** The methods as they were before the page's own scripts ran. */
const eachOfMap = Map.prototype.forEach;
const eachOfSet = Set.prototype.forEach;
const isoOf = Date.prototype.toISOString;
const textOfPattern = RegExp.prototype.toString;

/** Formats the arguments of `console.log` as one line: truncated, and without running any code of the page's objects. */
export function loggedText(values: readonly unknown[]): string {
  const [first, ...rest] = values;
  const parts = typeof first === 'string' && first.includes('%') ? substituted(first, rest) : values.map((value) => described(value, 0));
  return cut(parts.join(' '));
}

/** Substitutes the console's `%s`, `%d`, `%o` etc., and removes `%c`, which is a style. */
function substituted(format: string, values: readonly unknown[]): string[] {
  const left = [...values];
  const text = cut(format).replace(/%([sdifoOc%])/g, (written: string, kind: string) => {
    if (kind === '%') return '%';
    if (left.length === 0) return written;
    const value = left.shift();
    return kind === 'c' ? '' : described(value, 0);
  });
  return [text, ...left.map((value) => described(value, 0))];
}

function described(value: unknown, depth: number): string {
  if (typeof value === 'string') return depth === 0 ? cut(value) : JSON.stringify(cut(value));
  if (typeof value === 'function') return 'function';
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return String(value);
  try {
    return describedObject(value, depth);
  } catch {
    // A proxy may throw on any access.
    return 'object';
  }
}

function describedObject(value: object, depth: number): string {
  const stack = dataOf(value, 'stack');
  if (value instanceof Error && typeof stack === 'string') return cut(stack);
  if (value instanceof Error) return cut(`Error: ${String(dataOf(value, 'message'))}`);
  if (value instanceof Element) return `<${value.localName}>`;
  if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`;
  if (value instanceof Map || value instanceof Set) return collection(value, depth);
  if (value instanceof Date) return isoOf.call(value);
  if (value instanceof RegExp) return textOfPattern.call(value);
  if (Array.isArray(value)) return `[${depth >= DEEPEST ? '…' : itemsOf(value, depth)}]`;
  return `${className(value)}{${depth >= DEEPEST ? '…' : entriesOf(value, depth)}}`;
}

function collection(value: Map<unknown, unknown> | Set<unknown>, depth: number): string {
  const shown: string[] = [];
  let size = 0;
  const isRoom = () => size++ < MOST_ENTRIES && depth < DEEPEST;
  if (value instanceof Map)
    eachOfMap.call(value, (item, key) => isRoom() && shown.push(`${described(key, depth + 1)} => ${described(item, depth + 1)}`));
  else eachOfSet.call(value, (item) => isRoom() && shown.push(described(item, depth + 1)));
  const rest = size > shown.length ? ['…'] : [];
  return `${value instanceof Map ? 'Map' : 'Set'}(${size}) {${[...shown, ...rest].join(', ')}}`;
}

/** Returns the class name of an object that is not plain. */
function className(value: object): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  const maker = typeof prototype === 'object' && prototype !== null ? dataOf(prototype, 'constructor') : undefined;
  const name = typeof maker === 'function' ? dataOf(maker, 'name') : undefined;
  return typeof name === 'string' && name !== '' && name !== 'Object' ? `${cut(name)} ` : '';
}

function itemsOf(list: readonly unknown[], depth: number): string {
  const shown = Array.from({ length: Math.min(list.length, MOST_ENTRIES) }, (_, index) =>
    described(dataOf(list, String(index)), depth + 1),
  );
  return [...shown, ...(list.length > MOST_ENTRIES ? ['…'] : [])].join(', ');
}

function entriesOf(value: object, depth: number): string {
  const lines: string[] = [];
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    if (lines.length >= MOST_ENTRIES) return `${lines.join(', ')}, …`;
    lines.push(`${key}: ${described(dataOf(value, key), depth + 1)}`);
  }
  return lines.join(', ');
}

/** Returns the value of a data property only, because a getter would run code of the page. */
function dataOf(value: object, key: string): unknown {
  const found = Object.getOwnPropertyDescriptor(value, key);
  return found !== undefined && 'value' in found ? found.value : undefined;
}

function cut(text: string): string {
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}…`;
}
