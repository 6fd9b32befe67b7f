import { t } from '../../i18n/t.ts';
import type { ProjectFileStore } from '../../persistence/project-file-store.ts';
import type { ProjectMirror } from '../../project/project-mirror.ts';
import type { ContentHash } from '../../protocol/ids.ts';
import { isIgnoredPath } from '../../runtime/ignored-folders.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import type { WorkspacePath } from '../../runtime/types.ts';
import { type FileDifference, placedContent } from './apply-versions.ts';
import { changesSince } from './past-changes.ts';
import type { ProjectPast } from './project-past.ts';

/** The paths that differed from now at that time, sorted by name. */
export function differingPaths(
  { steps }: Pick<ProjectPast, 'steps'>,
  sequence: number,
  present: ReadonlyMap<string, ContentHash>,
): [path: WorkspacePath, hash: ContentHash | null][] {
  const changes = [...changesSince(steps, sequence, present)].sort(([a], [b]) => (a < b ? -1 : 1));
  return changes.flatMap(([name, { before }]) => {
    const path = toWorkspacePath(name);
    return path === null || isIgnoredPath(path) ? [] : [[path, before]];
  });
}

/** The writes and removals needed. Rejects before anything is changed if a version's content is missing. */
export async function differencesTo(
  past: Pick<ProjectPast, 'steps'>,
  sequence: number,
  { mirror, store }: { mirror: Pick<ProjectMirror, 'files'>; store: Pick<ProjectFileStore, 'read'> },
): Promise<FileDifference[]> {
  const differences: FileDifference[] = [];
  for (const [path, hash] of differingPaths(past, sequence, mirror.files())) {
    const content = hash === null ? null : await placedContent(hash, store.read);
    if (hash !== null && content === null) {
      throw new Error(t("the content of {path} at that time is missing from this browser's storage. Nothing was changed.", { path }));
    }
    differences.push({ path, content });
  }
  return differences;
}
