import { formatError } from './format-error.ts';
import { formatPrimitive } from './format-primitive.ts';
import type { Inspector } from './inspector.ts';

/** How an object is shown: as one text, or as a base, brackets and entries. */
export type SpecialShape =
  | { kind: 'whole'; text: string }
  | {
      kind: 'parts';
      /** Before the brackets: `[Function: f]`, a date, an error's stack. */
      base: string;
      open: string;
      close: string;
      /** Shown instead of the content when it is too deep. */
      tag: string;
      isList: boolean;
      /** With nothing inside, the base alone is shown. */
      mayStandAlone: boolean;
      hiddenKeys: string[];
      entries(depth: number): string[];
    };

type Parts = Omit<SpecialShape & { kind: 'parts' }, 'kind'>;

function parts(given: Partial<Parts>): SpecialShape {
  return {
    kind: 'parts',
    base: '',
    open: '{',
    close: '}',
    tag: '',
    isList: false,
    mayStandAlone: false,
    hiddenKeys: [],
    entries: () => [],
    ...given,
  };
}

/** The constructor's name, or null without a prototype. */
function constructorName(value: object): string | null {
  for (let object: object | null = value; object !== null; object = Object.getPrototypeOf(object)) {
    const descriptor = Object.getOwnPropertyDescriptor(object, 'constructor');
    const candidate: unknown = descriptor?.value;
    if (typeof candidate === 'function' && candidate.name !== '' && (value instanceof candidate || object !== value)) return candidate.name;
  }
  return null;
}

function prefixOf(value: object, fallback: string, size?: number): string {
  const name = constructorName(value);
  const tag: unknown = Reflect.get(value, Symbol.toStringTag);
  const shownTag = typeof tag === 'string' && tag !== '' && tag !== name ? `[${tag}] ` : '';
  const count = size === undefined ? '' : `(${size})`;
  if (name === null) return `[${fallback}${count}: null prototype] ${shownTag}`;
  return `${name}${count} ${shownTag}`;
}

function limited(inspector: Inspector, total: number, format: (index: number) => string): string[] {
  const shown = Math.min(total, Math.max(0, inspector.options.maxArrayLength));
  const entries: string[] = [];
  for (let index = 0; index < shown; index++) entries.push(format(index));
  if (total > shown) entries.push(`... ${total - shown} more item${total - shown > 1 ? 's' : ''}`);
  return entries;
}

function indented<Result>(inspector: Inspector, format: () => Result): Result {
  inspector.indentation += 2;
  const result = format();
  inspector.indentation -= 2;
  return result;
}

function formatArray(inspector: Inspector, value: unknown[]): SpecialShape {
  const prefix = prefixOf(value, 'Array', value.length);
  const open = prefix === `Array(${value.length}) ` ? '[' : `${prefix}[`;
  const entries = (depth: number) => {
    const texts: string[] = [];
    let index = 0;
    while (index < value.length && texts.length < inspector.options.maxArrayLength) {
      if (Object.hasOwn(value, index)) {
        const at = index;
        texts.push(indented(inspector, () => inspector.format(value[at], depth)));
        index++;
        continue;
      }
      let holes = 0;
      while (index < value.length && !Object.hasOwn(value, index)) {
        holes++;
        index++;
      }
      texts.push(inspector.stylize(`<${holes} empty item${holes > 1 ? 's' : ''}>`, 'undefined'));
    }
    const left = value.length - index;
    if (left > 0) texts.push(`... ${left} more item${left > 1 ? 's' : ''}`);
    return texts;
  };
  return parts({ open, close: ']', tag: constructorName(value) ?? 'Array', isList: true, entries });
}

function formatTypedArray(inspector: Inspector, value: ArrayBufferView & ArrayLike<number | bigint>): SpecialShape {
  const prefix = prefixOf(value, 'TypedArray', value.length);
  const entries = () => limited(inspector, value.length, (index) => formatPrimitive(value[index], inspector.options, inspector.stylize, 0));
  return parts({ open: `${prefix}[`, close: ']', tag: constructorName(value) ?? '', isList: true, entries });
}

function formatFunction(inspector: Inspector, value: object): SpecialShape {
  const source = Function.prototype.toString.call(value);
  const name: unknown = Object.getOwnPropertyDescriptor(value, 'name')?.value;
  const label = typeof name === 'string' && name !== '' ? name : '';
  let base: string;
  if (source.startsWith('class') && source.endsWith('}')) {
    const parent: unknown = Object.getPrototypeOf(value);
    const parentName = typeof parent === 'function' && parent.name !== '' ? ` extends ${parent.name}` : '';
    base = `[class ${label === '' ? '(anonymous)' : label}${parentName}]`;
  } else {
    const kind = constructorName(value) ?? 'Function';
    base = label === '' ? `[${kind} (anonymous)]` : `[${kind}: ${label}]`;
    if (Object.getPrototypeOf(value) === null) base = `[Function (null prototype)${label === '' ? ' (anonymous)' : `: ${label}`}]`;
  }
  return parts({ base: inspector.stylize(base, 'special'), mayStandAlone: true, tag: constructorName(value) ?? 'Function' });
}

function formatErrorShape(inspector: Inspector, error: Error): SpecialShape {
  const { text, hiddenKeys } = formatError(inspector, error);
  const extra = ['cause', 'errors'].filter(
    (name) => Object.hasOwn(error, name) && !Object.prototype.propertyIsEnumerable.call(error, name),
  );
  return parts({
    base: text,
    mayStandAlone: true,
    tag: error.name,
    hiddenKeys,
    entries: (depth) => extra.map((name) => inspector.formatProperty(error, name, depth, false)),
  });
}

function formatCollection(inspector: Inspector, value: Map<unknown, unknown> | Set<unknown>): SpecialShape {
  const isMap = value instanceof Map;
  const prefix = prefixOf(value, isMap ? 'Map' : 'Set', value.size);
  const items: unknown[] = [...value];
  const formatItem = (depth: number) => (index: number) =>
    indented(inspector, () => {
      const item = items[index];
      if (!isMap || !Array.isArray(item)) return inspector.format(item, depth);
      return `${inspector.format(item[0], depth)} => ${inspector.format(item[1], depth)}`;
    });
  return parts({
    open: `${prefix}{`,
    tag: constructorName(value) ?? 'Map',
    entries: (depth) => limited(inspector, items.length, formatItem(depth)),
  });
}

function formatBytes(inspector: Inspector, value: ArrayBuffer | SharedArrayBuffer): SpecialShape {
  const entries = () => {
    const bytes = new Uint8Array(value);
    const shown = [...bytes.subarray(0, Math.min(50, inspector.options.maxArrayLength))].map((byte) => byte.toString(16).padStart(2, '0'));
    const left = bytes.length - shown.length;
    const more = left > 0 ? ` ... ${left} more byte${left > 1 ? 's' : ''}` : '';
    return [`[Uint8Contents]: <${shown.join(' ')}${more}>`, `byteLength: ${inspector.stylize(String(value.byteLength), 'number')}`];
  };
  return parts({ open: `${prefixOf(value, 'ArrayBuffer')}{`, tag: 'ArrayBuffer', entries });
}

function formatBoxed(inspector: Inspector, primitive: unknown): SpecialShape {
  const type = typeof primitive;
  const name = type === 'bigint' ? 'BigInt' : type.charAt(0).toUpperCase() + type.slice(1);
  const text = formatPrimitive(primitive, { ...inspector.options, colors: false }, (plain) => plain, 0);
  const style = type === 'string' || type === 'number' || type === 'boolean' || type === 'symbol' || type === 'bigint' ? type : 'special';
  return parts({ base: inspector.stylize(`[${name}: ${text}]`, style), mayStandAlone: true, tag: name, isList: type === 'string' });
}

function formatPlain(value: object): SpecialShape {
  const name = constructorName(value);
  if (Object.prototype.toString.call(value) === '[object Arguments]') return parts({ open: '[Arguments] {' });
  const prefix = prefixOf(value, 'Object');
  return parts({ open: prefix === 'Object ' ? '{' : `${prefix}{`, tag: name === null ? 'Object: null prototype' : prefix.trim() });
}

function describeByBrand(inspector: Inspector, value: object): SpecialShape | null {
  if (value instanceof Date) {
    const text = Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
    return parts({ base: inspector.stylize(text, 'date'), mayStandAlone: true, tag: 'Date' });
  }
  if (value instanceof RegExp)
    return parts({ base: inspector.stylize(RegExp.prototype.toString.call(value), 'regexp'), mayStandAlone: true, tag: 'RegExp' });
  if (value instanceof Promise)
    // Whether a promise has settled cannot be asked synchronously outside of Node.
    return parts({ open: `${prefixOf(value, 'Promise')}{`, tag: 'Promise', entries: () => [inspector.stylize('<pending>', 'special')] });
  if (value instanceof WeakSet || value instanceof WeakMap)
    return parts({
      open: `${prefixOf(value, 'WeakSet')}{`,
      tag: 'WeakSet',
      entries: () => [inspector.stylize('<items unknown>', 'special')],
    });
  if (value instanceof Number || value instanceof String || value instanceof Boolean) return formatBoxed(inspector, value.valueOf());
  const tag = Object.prototype.toString.call(value);
  if (tag === '[object Symbol]' || tag === '[object BigInt]') return formatBoxed(inspector, value.valueOf());
  if (tag === '[object Map Iterator]' || tag === '[object Set Iterator]' || tag === '[object Generator]')
    return parts({ open: `Object [${tag.slice(8, -1)}] {`, tag: 'Object' });
  if (tag === '[object Module]') return parts({ open: '[Module: null prototype] {', tag: 'Module' });
  if (value instanceof URL) return { kind: 'whole', text: formatUrl(inspector, value) };
  return null;
}

function formatUrl(inspector: Inspector, url: URL): string {
  const names = [
    'href',
    'origin',
    'protocol',
    'username',
    'password',
    'host',
    'hostname',
    'port',
    'pathname',
    'search',
    'searchParams',
    'hash',
  ];
  const shown: Record<string, unknown> = {};
  for (const name of names) shown[name] = Reflect.get(url, name);
  return `URL ${inspector.format(shown, 0)}`;
}

export function describeSpecial(inspector: Inspector, value: object, _depth: number): SpecialShape {
  if (typeof value === 'function') return formatFunction(inspector, value);
  if (Array.isArray(value)) return formatArray(inspector, value);
  if (value instanceof Error || Object.prototype.toString.call(value) === '[object Error]')
    return formatErrorShape(inspector, value as Error);
  if (value instanceof Map || value instanceof Set) return formatCollection(inspector, value);
  if (ArrayBuffer.isView(value) && !(value instanceof DataView))
    // Every view but DataView has a length and is indexed, which ArrayBufferView does not say.
    return formatTypedArray(inspector, value as unknown as ArrayBufferView & ArrayLike<number | bigint>);
  if (value instanceof ArrayBuffer || (typeof SharedArrayBuffer !== 'undefined' && value instanceof SharedArrayBuffer))
    return formatBytes(inspector, value);
  return describeByBrand(inspector, value) ?? formatPlain(value);
}
