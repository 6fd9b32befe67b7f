import type { Manager } from '../managers/manager.ts';
import type { ProjectSettings } from '../managers/project-settings.ts';
import { NpmError } from '../npm-error.ts';
import type { NpmSession } from '../npm-session.ts';
import { joinPath } from '../project-files.ts';
import type { PackageNode } from '../resolve/package-node.ts';
import { BerryLockFile } from './berry-lock-file.ts';
import { writeBerryLock } from './berry-lock-writer.ts';
import { BunLockFile } from './bun-lock-file.ts';
import { writeBunLock } from './bun-lock-writer.ts';
import { ClassicLockFile, parseClassicEntries } from './classic-lock-file.ts';
import { writeClassicLock } from './classic-lock-writer.ts';
import type { LockModel } from './lock-model.ts';
import type { LockReading } from './lock-reading.ts';
import { PnpmLockFile } from './pnpm-lock-file.ts';
import { type HashedPatch, writePnpmLock } from './pnpm-lock-writer.ts';

/** Returns the name of a manager's lock file. */
export function lockFileName({ family }: Manager): string {
  return family === 'pnpm' ? 'pnpm-lock.yaml' : family === 'bun' ? 'bun.lock' : 'yarn.lock';
}

/** Returns the parsed lock file, or null if there is none. */
export function readLockOf(session: NpmSession): LockReading | null {
  const { manager, files, projectPath, output } = session;
  const name = lockFileName(manager);
  const text = files.readText(joinPath(projectPath, name));
  if (text === null) {
    if (manager.family === 'bun' && files.exists(joinPath(projectPath, 'bun.lockb'))) {
      output.warn(
        'bun.lockb is binary, and is not read here: versions are chosen again. `bun install --save-text-lockfile` on a machine with bun makes a bun.lock of it.',
      );
    }
    return null;
  }
  if (text.includes('<<<<<<< '))
    throw new NpmError('BROKEN_LOCKFILE', [`${name} has conflict marks of git in it: settle them first, or remove the file.`]);
  const lock = parseLock(manager, text);
  if (lock === null)
    throw new NpmError('BROKEN_LOCKFILE', [
      `${name} is not a lock file that ${manager.family} ${manager.version} writes. Remove it to have versions chosen again.`,
    ]);
  return lock;
}

function parseLock({ family }: Manager, text: string): LockReading | null {
  try {
    if (family === 'pnpm') return PnpmLockFile.parse(text);
    if (family === 'bun') return BunLockFile.parse(text);
    return text.includes('\n__metadata:') ? BerryLockFile.parse(text) : new ClassicLockFile(parseClassicEntries(text));
  } catch {
    return null;
  }
}

/** Returns the text of the manager's lock file for a tree. */
export function writeLockOf(
  { manager }: NpmSession,
  {
    tree,
    model,
    settings,
    lock,
    checksums,
    patches,
  }: {
    tree: PackageNode;
    model: LockModel;
    settings: ProjectSettings;
    lock: LockReading | null;
    checksums: ReadonlyMap<string, string>;
    patches: readonly HashedPatch[];
  },
): string {
  if (manager.family === 'pnpm')
    return writePnpmLock(model, settings, { kept: lock instanceof PnpmLockFile ? lock.settings : {}, patches });
  if (manager.family === 'bun') return writeBunLock(tree, model, settings);
  if (manager.isBerry) return writeBerryLock(model, manager, { previous: lock instanceof BerryLockFile ? lock : null, checksums });
  return writeClassicLock(model, lock instanceof ClassicLockFile ? lock : null);
}
