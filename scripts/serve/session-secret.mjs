import { randomBytes } from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Relative to the checkout; ignored by git. */
const FILE = '.session-secret.local';

/**
 * Returns this machine's secret for encrypting keys entered in the browser: the operator's own, or one generated on first use. Deleting the
 * file makes the keys stored in browsers unreadable.
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
    // The file is not writable: entered keys work until the server ends.
    const why = error instanceof Error ? error.message : String(error);
    console.warn(`No secret could be kept in ${FILE} (${why}): keys entered in the browser are to be entered again after a restart.`);
    return secret;
  }
}
