/**
 * Determines which deep parts have passed on their current sources. `tests/proven.json` contains a hash of each part's sources; when a
 * change lands, the one written by its whole run is committed (`npm run times`). A part with a different hash runs again.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { codeHash } from './code-hash.mjs';
import { DEEP_PARTS, isSourceOf } from './deep-parts.mjs';

export const PROVEN = 'tests/proven.json';

/**
 * Returns the files in the repository, and those that would be added to it. Without a repository, as in an unpacked archive, all files
 * except generated ones.
 *
 * @returns {string[]}
 */
export function sourceFiles() {
  try {
    const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8', maxBuffer: 1 << 26, stdio: 'pipe' });
    return listed.split('\n').filter((file) => file !== '' && existsSync(file));
  } catch {
    const made = /(?:^|\/)(?:node_modules|build|dist|test-reports|test-results|\.[^/]+)(?:\/|$)/;
    return readdirSync('.', { recursive: true, encoding: 'utf8' }).filter((file) => !made.test(file) && statSync(file).isFile());
  }
}

/**
 * Comments are not hashed (code-hash.mjs).
 *
 * @param {import('./deep-parts.mjs').DeepPart} part
 * @param {readonly string[]} files
 * @param {(file: string) => string | Uint8Array} read
 */
export function hashOf(part, files, read = readFileSync) {
  const hash = createHash('sha256');
  for (const file of files.filter((one) => isSourceOf(part, one)).sort()) {
    hash.update(`${file}\0`);
    hash.update(codeHash(file, read(file)));
  }
  return hash.digest('hex').slice(0, 32);
}

/**
 * Returns the parts, and whether each has passed on its current sources.
 *
 * @returns {{ part: import('./deep-parts.mjs').DeepPart, hash: string, isProven: boolean }[]}
 */
export function readProof() {
  const files = sourceFiles();
  const proven = existsSync(PROVEN) ? JSON.parse(readFileSync(PROVEN, 'utf8')) : {};
  return DEEP_PARTS.map((part) => {
    const hash = hashOf(part, files);
    return { part, hash, isProven: proven[part.name] === hash };
  });
}
