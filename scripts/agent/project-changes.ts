import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, lstat, mkdir, readFile, realpath, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isIgnoredPath } from '../../app/lib/runtime/ignored-folders.ts';
import { toWorkspacePath } from '../../app/lib/runtime/to-workspace-path.ts';
import { hashOf, type ProjectSnapshot } from './project-folder.ts';

/** What a run made of a file; null: it was not there, or is gone. */
export interface ProjectChange {
  path: string;
  before: Uint8Array | null;
  after: Uint8Array | null;
}

/** What differs between the folder as it was read and the project at the end, sorted by path. */
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

/** Why nothing was written, one reason a file. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
  constructor(readonly reasons: readonly string[]) {
    super(`Nothing was written: ${reasons.join('; ')}.`);
  }
}

/**
 * Writes the changes into the folder, all of them or, where one does not fit what is on the disk by now, none. Paths come out of a browser
 * in which a model's programs ran: each is looked at as a stranger's.
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
    // What is a folder on the disk holds files: those that the run knew of are gone by their own changes, others are found there.
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

/** The first folder on the way that is a link, which may lead out of the project. */
async function folderBehindLink(root: string, path: string): Promise<string | null> {
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    const folder = path.slice(0, at);
    const status = await lstat(join(root, folder)).catch(() => null);
    if (status?.isSymbolicLink()) return folder;
  }
  return null;
}

/** A reader sees the old content or the new; the file's mode stays. */
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

/** With the folders that it leaves empty. */
async function removeFile(root: string, path: string): Promise<void> {
  await rm(join(root, path), { force: true });
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    const isRemoved = await rmdir(join(root, folder)).then(
      () => true,
      () => false, // Something else is in it.
    );
    if (!isRemoved) return;
  }
}
