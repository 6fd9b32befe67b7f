import { formatValue } from './jq-format.ts';
import { toJson } from './jq-json.ts';
import type { JqMachine, JqScope } from './jq-machine.ts';
import type { JqObject, JqValue } from './jq-value.ts';
import { described, JqError } from './jq-value.ts';
import type { JqNode } from './syntax/jq-syntax.ts';

interface Surroundings {
  value: JqValue;
  scope: JqScope | null;
  machine: JqMachine;
}

/** Evaluates a string with interpolations: one result for each combination of values; the last interpolation varies slowest. */
export function* interpolated(
  parts: readonly (string | JqNode)[],
  format: string | null,
  surroundings: Surroundings,
): Generator<string, void, undefined> {
  const [part, ...others] = parts;
  if (part === undefined) {
    yield '';
    return;
  }
  const { machine, value, scope } = surroundings;
  for (const rest of interpolated(others, format, surroundings)) {
    if (typeof part === 'string') yield part + rest;
    else for (const inner of machine.values(part, value, scope)) yield formatValue(format ?? '@text', inner) + rest;
  }
}

/** Evaluates an object construction: one result for each combination of the keys' and values' results. */
export function* objectsOf(
  entries: readonly { key: JqNode; value: JqNode }[],
  surroundings: Surroundings,
  object: JqObject = new Map(),
): Generator<JqObject, void, undefined> {
  const [entry, ...others] = entries;
  if (entry === undefined) {
    yield object;
    return;
  }
  const { machine, value, scope } = surroundings;
  for (const key of machine.values(entry.key, value, scope)) {
    if (typeof key !== 'string') throw new JqError(`Object keys must be strings, and ${described(key, toJson)} is none`);
    for (const inner of machine.values(entry.value, value, scope)) yield* objectsOf(others, surroundings, new Map(object).set(key, inner));
  }
}
