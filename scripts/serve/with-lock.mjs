import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

const PAUSE = 300;

/**
 * Runs `work` while no other process does so under the same lock file. The lock of a process that has died is taken over.
 * @template Result
 * @param {string} lockFile
 * @param {() => Promise<Result>} work
 * @param {{ onWait?: (holder: number) => void, pause?: () => Promise<unknown> }} [options] `onWait` is called once
 * @returns {Promise<Result>}
 */
export async function withLock(lockFile, work, options = {}) {
  const { onWait, pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE)) } = options;
  await mkdir(dirname(lockFile), { recursive: true });
  let hasWaited = false;
  while (!(await hasTaken(lockFile))) {
    const holder = await holderOf(lockFile);
    if (holder === null) continue;
    if (!isAlive(holder)) {
      await rm(lockFile, { force: true });
      continue;
    }
    if (!hasWaited) onWait?.(holder);
    hasWaited = true;
    await pause();
  }
  try {
    return await work();
  } finally {
    await rm(lockFile, { force: true });
  }
}

/** @param {string} lockFile */
async function hasTaken(lockFile) {
  try {
    const file = await open(lockFile, 'wx');
    await file.writeFile(String(process.pid));
    await file.close();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** @param {string} lockFile @returns {Promise<number | null>} null if the lock has just gone */
async function holderOf(lockFile) {
  const text = await readFile(lockFile, 'utf8').catch(() => null);
  return text === null ? null : Number(text);
}

/** @param {number} pid 0 while its holder is still writing it */
function isAlive(pid) {
  if (pid === 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
