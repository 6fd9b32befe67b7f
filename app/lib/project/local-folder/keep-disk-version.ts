import { t } from '../../i18n/t.ts';
import type { ContentHash } from '../../protocol/ids.ts';
import type { SideName, SyncSide, WriteOutcome } from './sync-side.ts';

/** A file with different versions on both sides; null means no file. */
interface Conflict {
  path: string;
  project: ContentHash | null;
  disk: ContentHash | null;
}

/**
 * Adds the disk's version of a file to the project's history, so that the user can restore it after it is replaced. To do so, it
 * writes that version into the project for a moment. Rejects and restores the project's version if either side changes in the
 * meantime.
 */
export async function keepDiskVersion({ path, project, disk }: Conflict, sides: Record<SideName, SyncSide>): Promise<void> {
  if (disk === null) return;
  const [mine, theirs] = await Promise.all([sides.project.read(path), sides.disk.read(path)]);
  if ((mine?.hash ?? null) !== project || theirs?.hash !== disk) throw changedMeanwhile(path);
  mustBeDone(path, await sides.project.write(path, theirs, project));
  mustBeDone(path, mine === null ? await sides.project.remove(path, disk) : await sides.project.write(path, mine, disk));
}

function changedMeanwhile(path: string): Error {
  return new Error(t('{path} has changed meanwhile. Both versions are compared again', { path }));
}

function mustBeDone(path: string, result: WriteOutcome): void {
  if (result.outcome === 'done') return;
  throw result.outcome === 'refused' ? new Error(`${path}: ${result.why}`) : changedMeanwhile(path);
}
