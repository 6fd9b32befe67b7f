import { chmod, readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';

/**
 * Returns the secret in a file that only this user can read; creates a new one if no usable one exists.
 * @param {string} file
 * @param {{ fresh: string, isUsable(kept: string): boolean, unkept: string }} options `unkept`: what follows from a file that cannot be written
 * @returns {Promise<string>}
 */
export async function keptSecret(file, { fresh, isUsable, unkept }) {
  try {
    await writeFile(file, `${fresh}\n`, { flag: 'wx', mode: 0o600 });
    return fresh;
  } catch (error) {
    const kept = (await readFile(file, 'utf8').catch(() => '')).trim();
    if (isUsable(kept)) {
      await chmod(file, 0o600).catch(() => {});
      return kept;
    }
    const why = error instanceof Error ? error.message : String(error);
    console.warn(`No secret could be kept in ${basename(file)} (${why}): ${unkept}`);
    return fresh;
  }
}
