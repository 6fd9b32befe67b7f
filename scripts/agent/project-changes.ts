import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, lstat, mkdir, readFile, realpath, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isIgnoredPath } from '../../app/lib/runtime/ignored-folders.ts';
import { toWorkspacePath } from '../../app/lib/runtime/to-workspace-path.ts';
import { hashOf, type ProjectSnapshot } from './project-folder.ts';

/** A run's change to a file; `null` means that the file does not exist. */
export interface ProjectChange {
  path: string;
  before: Uint8Array | null;
  after: Uint8Array | null;
}

/** Returns the differences between the folder as it was read and the project at the end, sorted by path. */
export function projectChanges({ files }: ProjectSnapshot, after: ReadonlyMap<string, Uint8Array>): ProjectChange[] {
  const paths = [...new Set([...files.keys(), ...after.keys()])].sort();
  return paths.flatMap((path) => {
    const change = { path, before: files.get(path) ?? null, after: after.get(path) ?? null };
    const isSame = change.before !== null && change.after !== null && Buffer.compare(change.before, change.after) === 0;
    return isSame ? [] : [change];
  });
}

export function kindOf({ before, after }: ProjectChange): 'added' | 'modified' | 'removed' {
  return before === null ? 'added' : after === null ? 'removed' : 'modified';
}

/** Nothing was written; one reason per file. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
  constructor(readonly reasons: readonly string[]) {
    super(`Nothing was written: ${reasons.join('; ')}.`);
  }
}

/**
 * Writes all changes into the folder, or none if one conflicts with the current state on disk. The paths come from a browser in which a
 * model's programs ran, so each is treated as untrusted.
 */
export async function writeChanges(root: string, changes: readonly ProjectChange[]): Promise<void> {
  const place = await realpath(root);
  const reasons = (await Promise.all(changes.map((change) => refusalOf(place, change)))).filter((reason) => reason !== null);
  if (reasons.length > 0) throw new ConflictError(reasons);
  // Removals first: a file may have become a folder.
  for (const { path } of changes.filter(({ after }) => after === null)) await removeFile(place, path);
  for (const { path, after } of changes) if (after !== null) await replaceFile(join(place, path), after);
}

async function refusalOf(root: string, { path, before, after }: ProjectChange): Promise<string | null> {
  if (toWorkspacePath(path) !== path || path === '' || path.includes('\\') || isIgnoredPath(path.toLowerCase()))
    return `${JSON.stringify(path)} is no path that may be written`;
  const linked = await folderBehindLink(root, path);
  if (linked !== null) return `${path} is behind the symbolic link ${linked}`;
  const status = await lstat(join(root, path)).catch(() => null);
  if (before === null) {
    // An existing folder is accepted: files known to the run are removed by their own changes, and others are detected there.
    return status === null || status.isDirectory()
      ? null
      : `${path} is on the disk by now, and was not when the run began, or was left out`;
  }
  if (status === null) return after === null ? null : `${path} was deleted on the disk meanwhile`;
  if (!status.isFile()) return `${path} is no file any more`;
  if (hashOf(await readFile(join(root, path))) !== hashOf(before)) return `${path} was changed on the disk meanwhile`;
  const isWritable = await access(join(root, path), constants.W_OK).then(
    () => true,
    () => false,
  );
  return isWritable ? null : `${path} may not be written`;
}

/** Returns the first folder of the path that is a link, which may lead out of the project. */
async function folderBehindLink(root: string, path: string): Promise<string | null> {
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    const folder = path.slice(0, at);
    const status = await lstat(join(root, folder)).catch(() => null);
    if (status?.isSymbolicLink()) return folder;
  }
  return null;
}

/** Replaces a file atomically: readers see the old or the new content. The file's mode stays. */
async function replaceFile(file: string, content: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const mode = (await stat(file).catch(() => null))?.mode;
  const scratch = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeFile(scratch, content, { flag: 'wx', ...(mode === undefined ? {} : { mode }) });
    await rename(scratch, file);
  } catch (error) {
    await rm(scratch, { force: true });
    throw error;
  }
}

/** Removes a file and the folders that become empty. */
async function removeFile(root: string, path: string): Promise<void> {
  await rm(join(root, path), { force: true });
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    const isRemoved = await rmdir(join(root, folder)).then(
      () => true,
      () => false, // The folder is not empty.
    );
    if (!isRemoved) return;
  }
}
