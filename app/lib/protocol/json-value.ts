import { z } from 'zod';

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/** What is nested deeper overflows the stack of whatever walks through it next. Levels of lists and objects. */
export const DEEPEST_JSON = 256;
/** Used where something was nested too deeply to be kept. */
const CUT = '[nested too deeply]';

/**
 * Whether a value can be written as JSON and read back the same: no NaN, no undefined, no class, no depth that overflows a stack.
 * Without recursion, because the value may be a model's.
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

/** The nearest value that can be written as JSON: what has no place in it becomes null, what is too deep a remark. */
export function toJsonValue(value: unknown, deepest = DEEPEST_JSON): JsonValue {
  if (isJsonScalar(value)) return value;
  if (!isContainer(value)) return null;
  if (deepest === 0) return CUT;
  if (Array.isArray(value)) return value.map((one) => toJsonValue(one, deepest - 1));
  const entries = Object.entries(value).filter(([, child]) => child !== undefined);
  return Object.fromEntries(entries.map(([key, child]) => [key, toJsonValue(child, deepest - 1)]));
}

/** By identity: a copy would take the key `__proto__` for a prototype. */
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
