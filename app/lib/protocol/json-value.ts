import { z } from 'zod';

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/** Deeper nesting overflows the stack of any code that walks the value recursively. Levels of lists and objects. */
export const DEEPEST_JSON = 256;
/** Replaces a value that is nested too deeply to be kept. */
const CUT = '[nested too deeply]';

/**
 * Whether a value can be written as JSON and read back unchanged: no NaN, no undefined, no class instance, no depth that overflows a stack.
 * It does not recurse, because the value may come from a model.
 */
export function isJsonValue(value: unknown, deepest = DEEPEST_JSON): value is JsonValue {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const inner: unknown[] = [];
    for (const one of level) {
      if (isJsonScalar(one)) continue;
      if (!isContainer(one) || depth >= deepest) return false;
      for (const child of Object.values(one)) inner.push(child);
    }
    level = inner;
  }
  return true;
}

/** The nearest value that can be written as JSON: anything JSON cannot express becomes null, anything nested too deeply a remark. */
export function toJsonValue(value: unknown, deepest = DEEPEST_JSON): JsonValue {
  if (isJsonScalar(value)) return value;
  if (!isContainer(value)) return null;
  if (deepest === 0) return CUT;
  if (Array.isArray(value)) return value.map((one) => toJsonValue(one, deepest - 1));
  const entries = Object.entries(value).filter(([, child]) => child !== undefined);
  return Object.fromEntries(entries.map(([key, child]) => [key, toJsonValue(child, deepest - 1)]));
}

/** Returns the same object: a copy would treat the key `__proto__` as a prototype. */
export const jsonValueSchema: z.ZodType<JsonValue> = z.custom<JsonValue>((value) => isJsonValue(value), 'must be JSON');

function isJsonScalar(value: unknown): value is null | boolean | number | string {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}

function isContainer(value: unknown): value is unknown[] | Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}
