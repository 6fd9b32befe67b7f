import type { FileChange } from '../../project/project-service.ts';
import { versionText } from '../../project/version-text.ts';
import type { ContentHash } from '../../protocol/ids.ts';
import { isIgnoredPath } from '../../runtime/ignored-folders.ts';
import type { PastStep, VersionChange } from './past-step.ts';

type Read = (hash: ContentHash) => Promise<Uint8Array | null>;

/** For each file changed since that record: its version before the record and its version now. */
export function changesSince(
  steps: readonly PastStep[],
  sequence: number,
  now: ReadonlyMap<string, ContentHash>,
): Map<string, VersionChange> {
  const changes = new Map<string, VersionChange>();
  for (const step of steps) {
    if (step.sequence < sequence) continue;
    for (const [path, { before }] of step.changes) {
      if (!changes.has(path)) changes.set(path, { before, after: now.get(path) ?? null });
    }
  }
  return new Map([...changes].filter(([, { before, after }]) => before !== after));
}

/** The changes with their texts, sorted by name. */
export async function fileChanges(changes: ReadonlyMap<string, VersionChange>, read: Read): Promise<FileChange[]> {
  const text = async (hash: ContentHash | null) => {
    return hash === null ? '' : versionText(hash, read);
  };
  const shown = [...changes].filter(([path]) => !isIgnoredPath(path)).sort(([a], [b]) => (a < b ? -1 : 1));
  return Promise.all(
    shown.map(async ([path, { before, after }]): Promise<FileChange> => {
      const kind = before === null ? 'added' : after === null ? 'removed' : 'modified';
      return { path, kind, before: await text(before), after: await text(after) };
    }),
  );
}
