import { applyPatch, structuredPatch } from 'diff';

interface Versions {
  /** The common ancestor of both versions. */
  base: string;
  mine: string;
  theirs: string;
}

/** Merging longer texts would block the page for too long. Characters, for all three together. */
const LONGEST = 1_000_000;
/** Milliseconds. */
const TIMEOUT = 500;

/** Merges the changes of both; null if they change the same lines or too much. */
export function mergeTexts({ base, mine, theirs }: Versions): string | null {
  if (base.length + mine.length + theirs.length > LONGEST) return null;
  const patch = structuredPatch('', '', base, theirs, '', '', { context: 3, timeout: TIMEOUT });
  if (patch === undefined) return null;
  const merged = applyPatch(mine, patch, { fuzzFactor: 0, autoConvertLineEndings: false });
  return merged === false ? null : merged;
}
