import type { Agreement } from '../../persistence/folder-store.ts';
import type { ContentHash } from '../../protocol/ids.ts';

/** Of nothing. A browser makes a new file empty before it is written. */
const EMPTY_CONTENT = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/**
 * What the sides had in common, now that it is known what they have; null: no file. `unknown`: a copy was cut off, and what is there is
 * neither what was before nor after it.
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
