import { isJsonValue, type JsonValue } from '../../json-value.ts';

export type Fields = Readonly<Record<string, JsonValue>>;
/** Converts fields of another product; the changes are added to `readings`. */
export type Form = (fields: Fields, readings: string[]) => Fields;

/** The maximum nesting depth of arguments. */
const DEEPEST = 64;

export function isObject(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function withoutFields(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

export function asNumber(value: JsonValue | undefined): number | null {
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
}

/** Returns the JSON value that a text holds; undefined if it holds none. */
export function valueInText(text: string): JsonValue | undefined {
  if (!/^\s*(?:[[{]|-?\d+\s*$|true\s*$|false\s*$)/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonValue(value, DEEPEST) ? value : undefined;
  } catch {
    return undefined;
  }
}
