import type { EndedProcess } from '../../../lib/stores/terminals.ts';

/** What became of processes that did not end by themselves. */
export function endedWith(ended: readonly EndedProcess[]): string {
  const [first, ...others] = new Set(ended.map((process) => process.endedWith));
  return first === undefined || others.length > 0 ? 'ended' : `ended with the ${first}`;
}
