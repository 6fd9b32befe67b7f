import { t } from '../../i18n/t.ts';
import type { ContentHash } from '../../protocol/ids.ts';
import type { SideName, SyncSide, WriteOutcome } from './sync-side.ts';

/** A file of which both sides have another version; null: no file. */
interface Conflict {
  path: string;
  project: ContentHash | null;
  disk: ContentHash | null;
}

/**
 * Puts the disk's version of a file into the project's history, which the disk has not: what is about to be replaced there can then be
 * taken back. It is written into the project for a moment, as everything that is in its history once was. Rejects, and leaves the project's
 * version in its place, where either side has changed meanwhile.
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
