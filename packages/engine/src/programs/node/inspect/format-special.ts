import { prefixOf } from './constructor-name.ts';
import { formatError } from './format-error.ts';
import { formatFunctionBase } from './format-function.ts';
import { formatPrimitive } from './format-primitive.ts';
import type { StyleName } from './inspect-options.ts';
import type { Inspector } from './inspector.ts';
import { boxedValue, brandOf, timeOf } from './value-brand.ts';

type Key = string | symbol;

/** How an object is shown: as one text, or as a base, brackets and entries. */
export interface SpecialShape {
  /** The text before the brackets: `[Function: f]`, a date, an error's stack. */
  base: string;
  /** The style of the base if nothing else is shown. */
  style: StyleName | null;
  open: string;
  close: string;
  isList: boolean;
  /** Whether the base or empty brackets suffice if there are no entries. */
  mayOmitBraces: boolean;
  keys: Key[];
  entries(depth: number): string[];
}

/** The facts about an object that do not depend on its kind. */
export interface ObjectFacts {
  owner: string | null;
  tag: string;
  keys: Key[];
  depth: number;
}

const TYPED_ARRAY_FIELDS = ['BYTES_PER_ELEMENT', 'length', 'byteLength', 'byteOffset', 'buffer'] as const;
const MOST_BYTES = 50;

function shape(facts: ObjectFacts, given: Partial<SpecialShape>): SpecialShape {
  return {
    base: '',
    style: null,
    open: '{',
    close: '}',
    isList: false,
    mayOmitBraces: false,
    keys: facts.keys,
    entries: () => [],
    ...given,
  };
}

function moreItems(left: number): string[] {
  return left > 0 ? [`... ${left} more item${left > 1 ? 's' : ''}`] : [];
}

function limited(inspector: Inspector, total: number, format: (index: number) => string): string[] {
  const shown = Math.min(total, Math.max(0, inspector.options.maxArrayLength));
  const entries: string[] = [];
  for (let index = 0; index < shown; index++) entries.push(format(index));
  entries.push(...moreItems(total - shown));
  return entries;
}

function formatElements(inspector: Inspector, value: unknown[], depth: number): string[] {
  const texts: string[] = [];
  let index = 0;
  const most = Math.max(0, inspector.options.maxArrayLength);
  while (index < value.length && texts.length < most) {
    if (Object.hasOwn(value, index)) {
      texts.push(inspector.formatElement(value, index, depth));
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
  return [...texts, ...moreItems(value.length - index)];
}

function formatArray(inspector: Inspector, value: unknown[], facts: ObjectFacts): SpecialShape {
  const { owner, tag } = facts;
  const prefix = owner !== 'Array' || tag !== '' ? prefixOf(owner, tag, 'Array', `(${value.length})`) : '';
  return shape(facts, {
    open: `${prefix}[`,
    close: ']',
    isList: true,
    mayOmitBraces: value.length === 0,
    entries: (depth) => formatElements(inspector, value, depth),
  });
}

function formatTypedArray(inspector: Inspector, value: Uint8Array, facts: ObjectFacts): SpecialShape {
  const kind = Object.prototype.toString.call(value).slice('[object '.length, -1);
  const fallback = facts.owner === null ? kind : '';
  const entries = (depth: number) => {
    const texts = limited(inspector, value.length, (index) => formatPrimitive(value[index], inspector.options, inspector.stylize, 0));
    if (inspector.options.showHidden)
      for (const field of TYPED_ARRAY_FIELDS)
        texts.push(`[${field}]: ${inspector.indented(() => inspector.format(value[field], depth, true))}`);
    return texts;
  };
  return shape(facts, {
    open: `${prefixOf(facts.owner, facts.tag, fallback, `(${value.length})`)}[`,
    close: ']',
    isList: true,
    mayOmitBraces: value.length === 0 && !inspector.options.showHidden,
    entries,
  });
}

function formatCollection(inspector: Inspector, value: Map<unknown, unknown> | Set<unknown>, facts: ObjectFacts): SpecialShape {
  const isMap = value instanceof Map;
  const { size } = value;
  const prefix = prefixOf(facts.owner, facts.tag, isMap ? 'Map' : 'Set', `(${size})`);
  const entries = (depth: number) => {
    const items: unknown[] = [...value];
    return limited(inspector, size, (index) =>
      inspector.indented(() => {
        const item = items[index];
        if (!isMap || !Array.isArray(item)) return inspector.format(item, depth);
        return `${inspector.format(item[0], depth)} => ${inspector.format(item[1], depth)}`;
      }),
    );
  };
  return shape(facts, { open: `${prefix}{`, mayOmitBraces: size === 0, entries });
}

function formatBytes(inspector: Inspector, value: ArrayBuffer, facts: ObjectFacts): SpecialShape {
  const kind = Object.prototype.toString.call(value) === '[object SharedArrayBuffer]' ? 'SharedArrayBuffer' : 'ArrayBuffer';
  const entries = () => {
    const bytes = new Uint8Array(value);
    const most = Math.max(0, Math.min(MOST_BYTES, inspector.options.maxArrayLength));
    const shown = [...bytes.subarray(0, most)].map((byte) => byte.toString(16).padStart(2, '0'));
    const left = bytes.length - shown.length;
    const more = left > 0 ? ` ... ${left} more byte${left > 1 ? 's' : ''}` : '';
    return [`${inspector.stylize('[Uint8Contents]', 'special')}: <${shown.join(' ')}${more}>`];
  };
  const open = `${prefixOf(facts.owner, facts.tag, kind)}{`;
  return shape(facts, { open, keys: ['byteLength', ...facts.keys], entries });
}

const boxedNames = new Map<string, StyleName>([
  ['Number', 'number'],
  ['String', 'string'],
  ['Boolean', 'boolean'],
  ['BigInt', 'bigint'],
  ['Symbol', 'symbol'],
]);

function formatBoxed(inspector: Inspector, value: object, facts: ObjectFacts): SpecialShape {
  const primitive = boxedValue(value);
  const kind = typeof primitive === 'bigint' ? 'BigInt' : (typeof primitive).charAt(0).toUpperCase() + (typeof primitive).slice(1);
  const { owner, tag } = facts;
  const keys = typeof primitive === 'string' ? facts.keys.slice(primitive.length) : facts.keys;
  const shownOwner = owner === kind ? '' : owner === null ? ' (null prototype)' : ` (${owner})`;
  const text = formatPrimitive(primitive, { ...inspector.options, colors: false }, (plain) => plain, 0);
  const shownTag = tag !== '' && tag !== owner ? ` [${tag}]` : '';
  return shape(facts, {
    base: `[${kind}${shownOwner}: ${text}]${shownTag}`,
    style: boxedNames.get(kind) ?? null,
    mayOmitBraces: true,
    keys,
  });
}

function withOwner(facts: ObjectFacts, kind: string, text: string): string {
  const prefix = prefixOf(facts.owner, facts.tag, kind);
  return prefix === `${kind} ` ? text : `${prefix}${text}`;
}

function formatDate(value: object, facts: ObjectFacts): SpecialShape {
  const text = Number.isNaN(timeOf(value)) ? 'Invalid Date' : Date.prototype.toISOString.call(value);
  return shape(facts, { base: withOwner(facts, 'Date', text), style: 'date', mayOmitBraces: true });
}

function formatBranded(inspector: Inspector, value: object, facts: ObjectFacts): SpecialShape | null {
  const typeTag = Object.prototype.toString.call(value);
  switch (brandOf(value, typeTag)) {
    case 'view':
      if (value instanceof DataView)
        return shape(facts, {
          open: `${prefixOf(facts.owner, facts.tag, 'DataView')}{`,
          keys: ['byteLength', 'byteOffset', 'buffer', ...facts.keys],
        });
      // Every view but DataView has a length and is indexed.
      return formatTypedArray(inspector, value as Uint8Array, facts);
    case 'error': {
      const { text, keys } = formatError(inspector, value as Error, facts);
      return shape(facts, { base: text, mayOmitBraces: true, keys });
    }
    case 'map':
    case 'set':
      return formatCollection(inspector, value as Set<unknown>, facts);
    case 'date':
      return formatDate(value, facts);
    case 'regexp': {
      const text = RegExp.prototype.toString.call(value);
      return shape(facts, { base: withOwner(facts, 'RegExp', text), style: 'regexp', mayOmitBraces: true });
    }
    case 'buffer':
      return formatBytes(inspector, value as ArrayBuffer, facts);
    case 'boxed':
      return formatBoxed(inspector, value, facts);
    default:
      return null;
  }
}

/** Formats objects whose content is not accessible from JavaScript. */
function formatClosed(inspector: Inspector, value: object, facts: ObjectFacts): SpecialShape | null {
  const unknown = (kind: string, text: string) =>
    shape(facts, { open: `${prefixOf(facts.owner, facts.tag, kind)}{`, entries: () => [inspector.stylize(text, 'special')] });
  // Outside Node, a promise's state cannot be read synchronously.
  if (value instanceof Promise) return unknown('Promise', '<pending>');
  if (value instanceof WeakSet) return unknown('WeakSet', '<items unknown>');
  if (value instanceof WeakMap) return unknown('WeakMap', '<items unknown>');
  const typeTag = Object.prototype.toString.call(value);
  if (typeTag === '[object Map Iterator]' || typeTag === '[object Set Iterator]')
    return shape(facts, { open: `${typeTag.replace('object ', '')} {`, entries: () => [inspector.stylize('<items unknown>', 'special')] });
  if (typeTag === '[object Module]') return shape(facts, { open: '[Module: null prototype] {' });
  return null;
}

const URL_FIELDS = 'href origin protocol username password host hostname port pathname search searchParams hash'.split(' ');

function formatUrl(inspector: Inspector, url: URL, facts: ObjectFacts): SpecialShape | null {
  if (facts.depth > inspector.depthLimit) return null;
  if (!inspector.options.customInspect) return shape(facts, { base: url.href, mayOmitBraces: true });
  const shown: Record<string, unknown> = {};
  for (const name of URL_FIELDS) shown[name] = Reflect.get(url, name);
  return shape(facts, { base: `${facts.owner ?? 'URL'} ${inspector.format(shown, 0)}`, mayOmitBraces: true, keys: [] });
}

export function describeSpecial(inspector: Inspector, value: object, facts: ObjectFacts): SpecialShape {
  if (Array.isArray(value)) return formatArray(inspector, value, facts);
  if (typeof value === 'function')
    return shape(facts, { base: formatFunctionBase(inspector, value, facts), style: 'special', mayOmitBraces: true });
  const found = formatBranded(inspector, value, facts) ?? formatClosed(inspector, value, facts);
  if (found !== null) return found;
  const url = value instanceof URL ? formatUrl(inspector, value, facts) : null;
  if (url !== null) return url;
  const { owner, tag } = facts;
  if (Object.prototype.toString.call(value) === '[object Arguments]') return shape(facts, { open: '[Arguments] {', mayOmitBraces: true });
  const prefix = owner === 'Object' && tag === '' ? '' : prefixOf(owner, tag, 'Object');
  return shape(facts, { open: `${prefix}{`, mayOmitBraces: true });
}
