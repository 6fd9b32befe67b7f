import type { JsonValue } from '../../protocol/message.ts';

/** Returns the value with every string and every key mapped. */
export function mapStrings(value: JsonValue, map: (text: string) => string): JsonValue {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, map));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [map(key), mapStrings(field, map)]));
}
