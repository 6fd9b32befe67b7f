import { randomBytes } from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Below the checkout; git ignores it. */
const FILE = '.session-secret.local';

/**
 * What this machine's server encrypts keys with that are entered in the browser: the operator's own, or one made the first time. Who deletes
 * the file makes what browsers keep unreadable.
 * @param {string} root the checkout
 * @param {string | undefined} given
 * @returns {Promise<string>}
 */
export async function sessionSecret(root, given) {
  if (given) return given;
  const file = join(root, FILE);
  const secret = randomBytes(32).toString('base64');
  try {
    await writeFile(file, `${secret}\n`, { flag: 'wx', mode: 0o600 });
    return secret;
  } catch (error) {
    const kept = (await readFile(file, 'utf8').catch(() => '')).trim();
    if (kept !== '') {
      await chmod(file, 0o600).catch(() => {});
      return kept;
    }
    // Nothing can be written here: keys that are entered work until the server ends.
    const why = error instanceof Error ? error.message : String(error);
    console.warn(`No secret could be kept in ${FILE} (${why}): keys entered in the browser are to be entered again after a restart.`);
    return secret;
  }
}
