import * as fs from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf, nodeError } from './node-error.ts';

const TEMPORARY = /^\.devonz-[a-z0-9]+\.tmp$/;

/** Returns whether `replaceFile` has created this temporary file, which must not be shown to clients. */
export function isTemporaryName(path: string): boolean {
  return TEMPORARY.test(basename(path));
}

/**
 * Writes a file as a whole: a reader sees the old content or the new one, and a failure leaves the old one. Mode and owner stay. If a
 * rename cannot do that (another owner, hard links, a folder without write permission), the file is written in place.
 */
export async function replaceFile(path: string, content: Uint8Array, randomName: () => string): Promise<void> {
  const existing = await fs.stat(path).catch(() => null);
  if (existing?.isDirectory()) throw nodeError('EISDIR', 'open', path);
  // Opening a pipe would wait until another program reads from it.
  if (existing?.isFile() === false) throw nodeError('EINVAL', 'open', path);
  if (existing !== null) {
    await checkWritable(path);
    const isReplaceable = existing.nlink === 1 && existing.uid === (process.getuid?.() ?? existing.uid);
    if (!isReplaceable) return fs.writeFile(path, content);
  }
  const temporary = join(dirname(path), `.devonz-${randomName()}.tmp`);
  const file = await openNew(temporary, path, existing !== null);
  if (file === null) return fs.writeFile(path, content);
  try {
    try {
      await file.writeFile(content);
      // The mode given to `open` is cut by the umask.
      if (existing !== null) await file.chmod(existing.mode & 0o7777);
    } finally {
      await file.close();
    }
    await fs.rename(temporary, path);
  } catch (error) {
    await fs.rm(temporary, { force: true });
    throw error;
  }
}

/** Fails as opening the file for writing does: a rename would replace even a file that may not be written. */
async function checkWritable(path: string): Promise<void> {
  const file = await fs.open(path, 'r+');
  await file.close();
}

/** Returns `null` if the file must be written in place. Errors name the requested file. */
async function openNew(temporary: string, path: string, isExisting: boolean): Promise<fs.FileHandle | null> {
  try {
    return await fs.open(temporary, 'wx');
  } catch (error) {
    if (isExisting && (codeOf(error) === 'EACCES' || codeOf(error) === 'EPERM' || codeOf(error) === 'EROFS')) return null;
    if (error instanceof Error) error.message = error.message.replace(temporary, path);
    throw error;
  }
}

/** Replaces a file or a link with a link. A folder is not replaced. */
export async function replaceByLink(target: string, path: string, randomName: () => string): Promise<void> {
  const existing = await fs.lstat(path).catch(() => null);
  if (existing?.isDirectory()) throw nodeError('EISDIR', 'symlink', path);
  if (existing === null) return fs.symlink(target, path);
  const temporary = join(dirname(path), `.devonz-${randomName()}.tmp`);
  await fs.symlink(target, temporary);
  await fs.rename(temporary, path).catch(async (error: unknown) => {
    await fs.rm(temporary, { force: true });
    throw error;
  });
}
