import { type Hunk, hunksOf } from '../../lib/agent/calls/hunks.ts';
import type { FileChange } from '../../lib/project/project-service.ts';
import { $keptChanges } from '../../lib/stores/window.ts';

/** Identifies a hunk by its path and its removed and added lines, so that a hunk which changes again must be reviewed again. */
export function hunkKey(path: string, { removed, added }: Pick<Hunk, 'removed' | 'added'>): string {
  return hashOf(`${path}\n-${removed.join('-')}\n+${added.join('+')}`);
}

const known = new WeakMap<FileChange, readonly Hunk[]>();

/** Cached per change, because finding hunks takes time in many or long files. */
function hunksOfChange(change: FileChange): readonly Hunk[] {
  const hunks = known.get(change) ?? hunksOf(change.before, change.after);
  known.set(change, hunks);
  return hunks;
}

/** The parts of a file that are reviewed: its hunks, or the whole file if it was created or deleted. */
export function keysOf(change: FileChange): string[] {
  const { path, kind, before, after } = change;
  if (kind !== 'modified') return [hashOf(`${path}\n${kind}\n${before}\n${after}`)];
  const hunks = hunksOfChange(change);
  // For a binary file, only the fact that it changed is known.
  return hunks.length === 0 ? [hashOf(`${path}\n${kind}`)] : hunks.map((hunk) => hunkKey(path, hunk));
}

export interface LineCounts {
  added: number;
  removed: number;
}

export function countsOf(change: FileChange): LineCounts {
  const counts = { added: 0, removed: 0 };
  for (const { added, removed } of hunksOfChange(change)) {
    counts.added += added.length;
    counts.removed += removed.length;
  }
  return counts;
}

export function keepChanges(keys: readonly string[]): void {
  $keptChanges.set(new Set([...$keptChanges.get(), ...keys]));
}

export function forgetKept(keys: readonly string[]): void {
  const gone = new Set(keys);
  $keptChanges.set(new Set([...$keptChanges.get()].filter((key) => !gone.has(key))));
}

/** Two 32-bit FNV-1a hashes with different seeds: fast, and enough to distinguish the changes of a project. */
function hashOf(text: string): string {
  let [one, other] = [0x81_1c_9d_c5, 0x0b_ad_5e_ed];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01_00_01_93);
    other = Math.imul(other ^ code, 0x01_00_01_93);
  }
  return (one >>> 0).toString(36) + (other >>> 0).toString(36);
}
