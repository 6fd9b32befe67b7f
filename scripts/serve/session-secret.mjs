import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { keptSecret } from './kept-secret.mjs';

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
  return keptSecret(join(root, FILE), {
    fresh: randomBytes(32).toString('base64'),
    isUsable: (kept) => kept !== '',
    unkept: 'keys entered in the browser are to be entered again after a restart.',
  });
}
