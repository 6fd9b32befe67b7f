import type { JqMachine, JqScope } from './jq-machine.ts';
import { descend } from './jq-paths.ts';
import type { JqValue } from './jq-value.ts';
import { isArray, JqError, typeName } from './jq-value.ts';
import type { JqPattern } from './syntax/jq-syntax.ts';

type Scopes = Generator<JqScope | null, void, undefined>;
type Entries = Extract<JqPattern, { type: 'object' }>['entries'];

/** Yields the scopes produced by a destructuring pattern. */
export function* matchPattern(pattern: JqPattern, value: JqValue, scope: JqScope | null, machine: JqMachine): Scopes {
  if (pattern.type === 'name') {
    yield { type: 'variable', name: pattern.name, value, outer: scope };
    return;
  }
  if (pattern.type === 'array') {
    if (value !== null && !isArray(value)) throw new JqError(`Cannot index ${typeName(value)} with number`);
    yield* matchElements(pattern.elements, 0, value, scope, machine);
    return;
  }
  yield* matchEntries(pattern.entries, 0, value, scope, machine);
}

function* matchElements(elements: JqPattern[], index: number, value: JqValue, scope: JqScope | null, machine: JqMachine): Scopes {
  const element = elements[index];
  if (element === undefined) {
    yield scope;
    return;
  }
  for (const inner of matchPattern(element, descend(value, index), scope, machine)) {
    yield* matchElements(elements, index + 1, value, inner, machine);
  }
}

function* matchEntries(entries: Entries, index: number, value: JqValue, scope: JqScope | null, machine: JqMachine): Scopes {
  const entry = entries[index];
  if (entry === undefined) {
    yield scope;
    return;
  }
  for (const key of machine.values(entry.key, value, scope)) {
    const found = descend(value, key);
    const bound: JqScope | null = entry.bound === null ? scope : { type: 'variable', name: entry.bound, value: found, outer: scope };
    const inners = entry.value === null ? [bound] : matchPattern(entry.value, found, bound, machine);
    for (const inner of inners) yield* matchEntries(entries, index + 1, value, inner, machine);
  }
}

export function patternNames(pattern: JqPattern): string[] {
  if (pattern.type === 'name') return [pattern.name];
  if (pattern.type === 'array') return pattern.elements.flatMap(patternNames);
  return pattern.entries.flatMap(({ bound, value }) => [
    ...(bound === null ? [] : [bound]),
    ...(value === null ? [] : patternNames(value)),
  ]);
}
