import type { Agreement } from '../../persistence/folder-store.ts';
import type { SeenFile } from './folder-scan.ts';

/** The disk's files when both sides were last equal, as far as their time and size are known. */
export function seenBefore(agreements: ReadonlyMap<string, Agreement>): ReadonlyMap<string, SeenFile> {
  const seen = new Map<string, SeenFile>();
  for (const [path, { hash, stamp, intent }] of agreements)
    if (hash !== null && stamp !== undefined && intent === undefined) seen.set(path, { hash, ...stamp });
  return seen;
}
