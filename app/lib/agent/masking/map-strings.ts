import type { JsonValue } from '../../protocol/message.ts';

/** The value with each of its texts, and each of its names, as it is mapped. */
export function mapStrings(value: JsonValue, map: (text: string) => string): JsonValue {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, map));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [map(key), mapStrings(field, map)]));
}
