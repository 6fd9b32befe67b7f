import { t } from '../../i18n/t.ts';
import type { JsonValue } from '../../protocol/json-value.ts';
import type { ForeignToolOffer } from '../../protocol/mcp/foreign-tool.ts';
import { FOREIGN_LIMITS } from '../../protocol/mcp/foreign-tool.ts';
import { withoutHidden } from '../../tools/files/without-hidden.ts';

type Node = { [key: string]: JsonValue };

/** Limits for a schema's depth and total parts; everything beyond becomes "anything". */
const DEEPEST = 8;
const MOST_NODES = 600;
/** Limit for argument names in total: many parts may refer to one object that has thousands. */
const MOST_NAMES = 3_000;
/** The most path segments in a reference (`#/a/b`). */
const LONGEST_REFERENCE = 20;
const LONGEST_DESCRIPTION = 500;
/** Argument names that every provider accepts. */
const GOOD_PROPERTY = /^(?!(?:__proto__|constructor|prototype)$)[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/;
const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
/** Keywords that are copied if their value has this type. All others are dropped, especially patterns, which can hang a validator. */
const PLAIN: ReadonlyMap<string, 'number' | 'boolean'> = new Map([
  ['minimum', 'number'],
  ['maximum', 'number'],
  ['exclusiveMinimum', 'number'],
  ['exclusiveMaximum', 'number'],
  ['minLength', 'number'],
  ['maxLength', 'number'],
  ['minItems', 'number'],
  ['maxItems', 'number'],
]);

export type SimpleSchema =
  | { ok: true; schema: ForeignToolOffer['inputSchema']; wasCut: boolean }
  /** Completes a sentence about the tool. */
  | { ok: false; why: string };

/**
 * Converts an untrusted schema to a form that every provider accepts and that cannot hang the check of arguments: an object of limited
 * size, without references and patterns. Most constraints are loosened (the server makes the final check), but alternatives beyond the 20th
 * are dropped, and an object without a `type` allows only objects.
 */
export function simplifySchema(given: JsonValue): SimpleSchema {
  const root = nodeOf(given);
  if (root === null) return { ok: false, why: t('its arguments are not described by a JSON Schema') };
  const type = root.type;
  if (type !== undefined && type !== 'object' && !(Array.isArray(type) && type.includes('object')))
    return { ok: false, why: t('its arguments are described as {type} and not as an object', { type: JSON.stringify(type).slice(0, 40) }) };
  const reader = new SchemaReader(root);
  // Providers accept no alternatives, choices or arrays in place of the root object.
  const { type: _, anyOf: _any, enum: _choices, items: _items, ...rest } = reader.read(root, 0);
  const bad = reader.unnamable;
  if (bad !== null)
    return {
      ok: false,
      why: t('it needs an argument named {name}, which models cannot be offered', { name: JSON.stringify(bad.slice(0, 40)) }),
    };
  const schema = { type: 'object' as const, properties: {}, ...rest };
  const length = JSON.stringify(schema).length;
  if (length <= FOREIGN_LIMITS.schema) return { ok: true, schema, wasCut: reader.wasCut };
  return {
    ok: false,
    why: t('the description of its arguments has {length} characters, more than the {most} that fit', {
      length,
      most: FOREIGN_LIMITS.schema,
    }),
  };
}

class SchemaReader {
  readonly #root: Node;
  #nodes = 0;
  #names = 0;
  wasCut = false;
  /** A required root argument whose name some providers reject. */
  unnamable: string | null = null;

  constructor(root: Node) {
    this.#root = root;
  }

  read(given: JsonValue, depth: number): Node {
    if (depth > DEEPEST || ++this.#nodes > MOST_NODES) {
      this.wasCut = true;
      return {};
    }
    const node = this.#resolved(given);
    // Anything other than an object, such as `true`, becomes a schema that allows anything.
    if (node === null) return {};
    const simple: Node = { ...typeOf(node), ...plainOf(node), ...choicesOf(node) };
    const alternatives = this.#alternatives(node, depth);
    if (alternatives.length > 0) simple.anyOf = alternatives;
    if (isObject(node)) Object.assign(simple, this.#properties(node, depth));
    if (typeIncludes(node, 'array')) simple.items = Array.isArray(node.items) ? {} : this.read(node.items ?? true, depth + 1);
    return simple;
  }

  /**
   * Follows up to four references within the schema. Returns null, which allows anything, if one leads elsewhere or the chain is longer.
   */
  #resolved(given: JsonValue): Node | null {
    let node = nodeOf(given);
    for (let hop = 0; node !== null && typeof node.$ref === 'string'; hop++) {
      const target = hop < 4 ? this.#lookUp(node.$ref) : null;
      if (target === null) this.wasCut = true;
      node = target;
    }
    return node;
  }

  #lookUp(reference: string): Node | null {
    if (!reference.startsWith('#/')) return null;
    const steps = reference.slice(2).split('/', LONGEST_REFERENCE + 1);
    if (steps.length > LONGEST_REFERENCE) return null;
    let at: JsonValue = this.#root;
    for (const step of steps) at = fieldOf(at, step.replaceAll('~1', '/').replaceAll('~0', '~'));
    return nodeOf(at);
  }

  #alternatives(node: Node, depth: number): Node[] {
    const given = [node.anyOf, node.oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
    return given.slice(0, 20).map((one) => this.read(one, depth + 1));
  }

  #hasRoom(): boolean {
    if (++this.#names <= MOST_NAMES) return true;
    this.wasCut = true;
    return false;
  }

  #properties(node: Node, depth: number): Node {
    const parts = [node, ...(Array.isArray(node.allOf) ? node.allOf.slice(0, 10).map((one) => this.#resolved(one)) : [])];
    const properties: [string, Node][] = [];
    const required = new Set<string>();
    for (const part of parts) {
      const own = nodeOf(part?.properties ?? null) ?? {};
      const names = Array.isArray(part?.required) ? part.required.filter((name) => typeof name === 'string') : [];
      for (const name of names) if (this.#hasRoom()) required.add(name);
      for (const name of Object.keys(own)) {
        if (!this.#hasRoom()) break;
        const value = own[name] ?? null;
        if (GOOD_PROPERTY.test(name)) properties.push([name, this.read(value, depth + 1)]);
        else this.wasCut = true;
      }
    }
    const known = new Set(properties.map(([name]) => name));
    for (const name of required) {
      if (known.has(name)) continue;
      if (GOOD_PROPERTY.test(name)) properties.push([name, {}]);
      else if (depth === 0) this.unnamable = name;
    }
    const kept = [...required].filter((name) => GOOD_PROPERTY.test(name));
    // Names that only a pattern allows are not listed here, so the object stays open to them.
    const hasAllNames = !this.wasCut && node.allOf === undefined && node.patternProperties === undefined;
    const isClosed = node.additionalProperties === false && hasAllNames;
    return {
      properties: Object.fromEntries(properties),
      ...(kept.length === 0 ? {} : { required: kept }),
      ...(isClosed ? { additionalProperties: false } : {}),
    };
  }
}

/** Reads one own field by name, instead of listing all: there may be thousands, for each of many references. */
function fieldOf(value: JsonValue, key: string): JsonValue {
  if (Array.isArray(value)) return value[Number(key)] ?? null;
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value[key] ?? null) : null;
}

function nodeOf(value: JsonValue): Node | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
}

function isObject(node: Node): boolean {
  return typeIncludes(node, 'object') || (node.type === undefined && (node.properties !== undefined || node.allOf !== undefined));
}

function typeIncludes({ type }: Node, wanted: string): boolean {
  return type === wanted || (Array.isArray(type) && type.includes(wanted));
}

function typeOf(node: Node): Node {
  if (typeof node.type === 'string') return TYPES.has(node.type) ? { type: node.type } : {};
  if (!Array.isArray(node.type)) return isObject(node) ? { type: 'object' } : {};
  const types = [...new Set(node.type.slice(0, 20))].filter((type) => typeof type === 'string' && TYPES.has(type));
  if (types.length === 0) return {};
  return types.length === 1 ? { type: types[0] ?? 'string' } : { type: types };
}

function plainOf(node: Node): Node {
  const kept = [...PLAIN].flatMap(([key, type]) => (Object.hasOwn(node, key) && typeof node[key] === type ? [[key, node[key]]] : []));
  const description =
    typeof node.description === 'string' ? withoutHidden(node.description).slice(0, LONGEST_DESCRIPTION).toWellFormed() : '';
  return { ...Object.fromEntries(kept), ...(description === '' ? {} : { description }) };
}

/** Some providers accept only strings as choices; an enum with other values, or more than 200, is dropped. */
function choicesOf(node: Node): Node {
  const given = Array.isArray(node.enum) ? node.enum : node.const === undefined ? [] : [node.const];
  if (node.type !== undefined && !typeIncludes(node, 'string')) return {};
  const texts = given.filter((one) => typeof one === 'string').slice(0, 200);
  return texts.length > 0 && texts.length === given.length ? { type: 'string', enum: texts } : {};
}
