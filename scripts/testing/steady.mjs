/**
 * New and changed end-to-end tests run repeatedly with busy loops before they land, so that the author finds a test that fails once in a
 * hundred runs. `tests/steady.json` lists those that have passed this (`npm run times` writes it).
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

export const STEADY = 'tests/steady.json';
/** How often each test runs, if there is time. */
const TIMES = 20;
/** Fewer repeats are not meaningful. */
const LEAST = 3;

/** @param {string} file */
const hashOfFile = (file) => createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);

/**
 * @param {readonly string[]} specs
 * @returns {{ file: string, hash: string, isSteady: boolean }[]}
 */
export function readSteady(specs) {
  // Without the table, no file is known to have changed.
  const known = existsSync(STEADY) ? JSON.parse(readFileSync(STEADY, 'utf8')) : null;
  return specs.map((file) => {
    const hash = hashOfFile(file);
    return { file, hash, isSteady: known === null || known[file] === hash };
  });
}

/**
 * Selects the tests to repeat within the limit, the quick ones first, and the number of repeats. The others follow in the next run.
 *
 * @param {readonly { file: string, seconds: number }[]} changed
 * @param {number} limit Seconds of one lane.
 */
export function planRepeats(changed, limit) {
  const quickFirst = changed.toSorted((a, b) => a.seconds - b.seconds);
  const chosen = [];
  let once = 0;
  for (const one of quickFirst) {
    if ((once + one.seconds) * LEAST > limit) break;
    once += one.seconds;
    chosen.push(one.file);
  }
  return {
    files: chosen,
    times: once === 0 ? 0 : Math.min(TIMES, Math.floor(limit / once)),
    leftOut: quickFirst.slice(chosen.length).map(({ file }) => file),
  };
}
