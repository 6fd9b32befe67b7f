import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * @param {string} root
 * @param {readonly string[]} sources paths below it
 * @returns {Promise<number>} milliseconds since the epoch; 0 if none of them exists
 */
export async function newestChange(root, sources) {
  return Math.max(0, ...(await Promise.all(sources.map((source) => newestChangeOf(join(root, source))))));
}

/** @param {string} path @returns {Promise<number>} */
async function newestChangeOf(path) {
  const status = await stat(path).catch(() => null);
  if (!status) return 0;
  if (!status.isDirectory()) return status.mtimeMs;
  return Math.max(status.mtimeMs, await newestChange(path, await readdir(path)));
}
