import type { JsonValue } from '../../protocol/message.ts';

/** The fields of an object in a tool's input or output; none of anything else. A Map: the names may be a model's. */
export function fieldsOf(value: JsonValue | undefined): ReadonlyMap<string, JsonValue> {
  return new Map(typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []);
}
