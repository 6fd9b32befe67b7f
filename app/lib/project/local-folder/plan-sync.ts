import type { Agreement, FileStamp } from '../../persistence/folder-store.ts';
import type { ContentHash } from '../../protocol/ids.ts';
import { commonVersion } from './common-version.ts';
import type { SideListing, SideName } from './sync-side.ts';

/** Copies a version, or a removal, from one side to the other. */
export interface SyncStep {
  path: string;
  /** The side that is changed. */
  to: SideName;
  /** The new version; null removes the file. */
  hash: ContentHash | null;
  /** The current version on that side; null means no file. */
  replaces: ContentHash | null;
  /** The last common version. */
  common: ContentHash | null;
}

/** Both sides have changed a file in different ways: the user must choose. Null means no file. */
export interface SyncConflict {
  path: string;
  project: ContentHash | null;
  disk: ContentHash | null;
}

/** A file that one side cannot store as it is, and why. */
export interface LeftFile {
  path: string;
  why: string;
}

export interface SyncPlan {
  steps: readonly SyncStep[];
  conflicts: readonly SyncConflict[];
  left: readonly LeftFile[];
  /** Agreements that differ from the stored ones although nothing has to be copied. */
  agreed: ReadonlyMap<string, Agreement | null>;
}

interface PlanInput {
  project: SideListing;
  disk: SideListing;
  agreements: ReadonlyMap<string, Agreement>;
  isInScope(path: string): boolean;
}

/** A three-way comparison, file by file. If only one side has changed, the other one follows. */
export function planSync({ project, disk, agreements, isInScope }: PlanInput): SyncPlan {
  const steps: SyncStep[] = [];
  const conflicts: SyncConflict[] = [];
  const left: LeftFile[] = [];
  const agreed = new Map<string, Agreement | null>();
  const paths = [...new Set([...project.files.keys(), ...disk.files.keys(), ...agreements.keys()])].sort();
  for (const path of paths) {
    const agreement = agreements.get(path);
    const why = project.left.get(path) ?? disk.left.get(path);
    if (why !== undefined) left.push({ path, why });
    if (why !== undefined) continue;
    if (!isInScope(path)) {
      // Forgotten, so that if the file comes back into scope, its versions are compared without a common one and nothing looks deleted.
      if (agreement !== undefined) agreed.set(path, null);
      continue;
    }
    const now = { project: project.files.get(path) ?? null, disk: disk.files.get(path) ?? null };
    if (now.project === now.disk) {
      const stamp = disk.stamps?.get(path);
      const isKnown = agreement?.hash === now.disk && agreement.intent === undefined && isSameStamp(agreement.stamp, stamp);
      if (now.disk === null) agreed.set(path, null);
      else if (!isKnown) agreed.set(path, { hash: now.disk, ...stampOf(stamp) });
      continue;
    }
    const common = commonVersion(agreement, now);
    if (common === now.project) steps.push({ path, to: 'project', hash: now.disk, replaces: now.project, common: now.project });
    else if (common === now.disk) steps.push({ path, to: 'disk', hash: now.project, replaces: now.disk, common: now.disk });
    else conflicts.push({ path, ...now });
  }
  return { steps, conflicts, left, agreed };
}

function isSameStamp(kept: FileStamp | undefined, now: FileStamp | undefined): boolean {
  return kept?.modified === now?.modified && kept?.size === now?.size && kept?.seenAt === now?.seenAt;
}

function stampOf(seen: FileStamp | undefined): Pick<Agreement, 'stamp'> {
  return seen === undefined ? {} : { stamp: { modified: seen.modified, size: seen.size, seenAt: seen.seenAt } };
}
