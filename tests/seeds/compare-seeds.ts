import { type RunState, statesOf, withoutStates } from './render-seeds.ts';

/**
 * Returns what the committed page states and a whole run has not shown. Lines whose test failed in this run are excluded: that test already
 * counts as failed, and one flaky test must not be two failures.
 */
export function compareSeeds(committed: string, made: string): string[] {
  const faults = withoutStates(committed) === withoutStates(made) ? [] : ['docs/seeds.md does not match the registry: npm run seeds'];
  const stated = statesOf(committed);
  return [...faults, ...[...statesOf(made)].flatMap(([id, state]) => faultOf(id, stated.get(id), state))];
}

function faultOf(id: string, stated: RunState | undefined, state: RunState): string[] {
  if (stated === state || state === 'fails') return [];
  return [`docs/seeds.md says that ${id} ${stated ?? 'has no state'}, and in this run it ${state === 'passes' ? 'passes' : 'was not run'}`];
}
