import type { JsonValue } from '../../protocol/message.ts';

/** Returns the fields of an object in a tool's input or output; empty for any other value. A Map, because a model may choose the names. */
export function fieldsOf(value: JsonValue | undefined): ReadonlyMap<string, JsonValue> {
  return new Map(typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []);
}
