import type { JsonValue } from '../../protocol/json-value.ts';
import type { ForeignToolOffer } from '../../protocol/mcp/foreign-tool.ts';

type Node = { [key: string]: JsonValue };

/** Used for parts without restrictions, because providers accept no part without a type, and no array without an item type. */
const ANYTHING: Node = {
  anyOf: [
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'object', properties: {} },
    { type: 'array', items: { type: 'string' } },
  ],
};

const SAID_OF_NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];
const SAID_OF: ReadonlyMap<string, readonly string[]> = new Map([
  ['object', ['properties', 'required', 'additionalProperties']],
  ['array', ['items', 'minItems', 'maxItems']],
  ['string', ['enum', 'minLength', 'maxLength']],
  ['number', SAID_OF_NUMBERS],
  ['integer', SAID_OF_NUMBERS],
]);

/**
 * A simplified schema in the form offered to models: every part has a type, alternatives have no sibling keywords, and no choice
 * is empty. Arguments are checked against the simplified schema itself, which may allow more.
 */
export function offeredSchema(schema: ForeignToolOffer['inputSchema']): ForeignToolOffer['inputSchema'] {
  // Parts of a simplified schema are JSON.
  return { ...schema, ...fieldsOf(schema as Node) };
}

function partOf(given: JsonValue | undefined): Node {
  const node = typeof given === 'object' && given !== null && !Array.isArray(given) ? given : {};
  const { description, anyOf, type } = node;
  const about: Node = description === undefined ? {} : { description };
  if (type === undefined) {
    const choices = Array.isArray(anyOf) ? anyOf.map(partOf) : [];
    return choices.length === 0 ? { ...about, ...ANYTHING } : { ...about, anyOf: choices };
  }
  const several = Array.isArray(type) ? type.filter((one) => one !== 'null') : [];
  if (several.length > 1 && Array.isArray(type)) return { ...about, anyOf: type.map((one) => partOf(ofType(node, one))) };
  const { anyOf: _alternatives, enum: choices, ...rest } = node;
  const named = Array.isArray(choices) && choices.every((choice) => choice !== '') ? { enum: choices } : {};
  return { ...rest, ...named, ...fieldsOf(node) };
}

/** The part of a multi-type schema that applies to one of its types. */
function ofType(node: Node, type: JsonValue): Node {
  const said = (SAID_OF.get(String(type)) ?? []).filter((key) => node[key] !== undefined);
  return { type, ...Object.fromEntries(said.map((key) => [key, node[key] ?? null])) };
}

function fieldsOf({ properties, items, type }: Node): Node {
  const isObject = typeof properties === 'object' && properties !== null && !Array.isArray(properties);
  const isList = type === 'array' || (Array.isArray(type) && type.includes('array'));
  return {
    ...(isObject ? { properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, partOf(part)])) } : {}),
    ...(isList ? { items: partOf(items) } : {}),
  };
}
