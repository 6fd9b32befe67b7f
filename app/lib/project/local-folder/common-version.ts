import type { Agreement } from '../../persistence/folder-store.ts';
import type { ContentHash } from '../../protocol/ids.ts';

/** Hash of the empty content. A browser creates a new file empty before it writes to it. */
const EMPTY_CONTENT = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/**
 * The last common version of both sides, given their current versions; null means no file. `unknown`: a copy was interrupted, and
 * the current version is neither the one before nor the one after it.
 */
export function commonVersion(
  agreement: Agreement | undefined,
  now: { project: ContentHash | null; disk: ContentHash | null },
): ContentHash | null | 'unknown' {
  if (agreement === undefined) return null;
  const { hash, intent } = agreement;
  if (intent === undefined) return hash;
  const there = now[intent.side];
  if (there === intent.hash) return intent.hash;
  return there === hash || (hash === null && there === EMPTY_CONTENT) ? there : 'unknown';
}
