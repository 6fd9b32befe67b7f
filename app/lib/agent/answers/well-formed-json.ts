import type { JsonValue } from '../../protocol/json-value.ts';

/** Returns the value without lone surrogates in its strings and keys; the value itself if there are none. Its depth must be limited. */
export function wellFormedJson(value: JsonValue): JsonValue {
  return isWellFormed(value) ? value : repaired(value);
}

export function isWellFormed(value: JsonValue): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isWellFormed);
  return Object.entries(value).every(([key, child]) => key.isWellFormed() && isWellFormed(child));
}

function repaired(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(repaired);
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key.toWellFormed(), repaired(child)]));
}
