/**
 * Chooses unit tests for the inner loop: of all tests that a change can reach, the nearest ones that fit into its time. A test is as near
 * as the number of imports between it and a changed file.
 */
import { readFileSync } from 'node:fs';
import { testSources, withoutTypeImports } from './test-sources.mjs';

/** Seconds of a worker to load a file's modules, in addition to its tests. */
const LOADING = 0.4;
/** Assumed seconds of the tests of a file without a recorded time: the table of times has only those of a second or more. */
const UNKNOWN = 0.2;
/** @typedef {{ file: string, distance: number, seconds: number }} ReachedTest */

/** @param {string} file */
const readWithoutTypeImports = (file) => withoutTypeImports(readFileSync(file, 'utf8'));

/**
 * Returns the tests that the changed files can reach, the nearest first; of those that are equally near, the ones
 * in the nearest folder, and of these the quick ones.
 *
 * @param {readonly string[]} changed
 * @param {readonly string[]} tests
 * @param {readonly string[]} files All files of the repository.
 * @param {(file: string) => number | undefined} secondsOf
 * @param {(file: string) => string} read
 * @returns {ReachedTest[]}
 */
export function reachedTests(changed, tests, files, secondsOf, read = readWithoutTypeImports) {
  const distances = testSources(files, read).distancesFrom(changed);
  const nearness = (/** @type {string} */ file) => Math.max(...changed.map((one) => sharedFolders(one, file)));
  return tests
    .flatMap((file) => {
      const distance = distances.get(file);
      return distance === undefined ? [] : [{ file, distance, seconds: LOADING + (secondsOf(file) ?? UNKNOWN), nearness: nearness(file) }];
    })
    .sort((a, b) => a.distance - b.distance || b.nearness - a.nearness || a.seconds - b.seconds || a.file.localeCompare(b.file))
    .map(({ file, distance, seconds }) => ({ file, distance, seconds }));
}

/** @param {string} one @param {string} other */
function sharedFolders(one, other) {
  const folders = one.split('/').slice(0, -1);
  const differs = folders.findIndex((folder, index) => folder !== other.split('/')[index]);
  return differs === -1 ? folders.length : differs;
}

/**
 * Divides the reached tests into those that run now and those that are left to `npm test`. Changed tests always run; a slow test that does
 * not fit leaves its place to the next ones.
 *
 * @param {readonly ReachedTest[]} reached
 * @param {number} limit Seconds of all workers in total.
 */
export function chooseNearest(reached, limit) {
  /** @type {ReachedTest[]} */
  const chosen = [];
  /** @type {ReachedTest[]} */
  const left = [];
  let total = 0;
  for (const test of reached) {
    if (test.distance > 0 && total + test.seconds > limit) {
      left.push(test);
      continue;
    }
    total += test.seconds;
    chosen.push(test);
  }
  return { chosen, left };
}

/**
 * States what ran and what did not.
 *
 * @param {{ chosen: readonly ReachedTest[], left: readonly ReachedTest[] }} choice
 */
export function describeChoice({ chosen, left }) {
  const all = chosen.length + left.length;
  if (left.length === 0) return `All ${all} files of unit tests that the change can reach were run.`;
  const [nearest] = left;
  return [
    `${chosen.length} of ${all} files of unit tests that the change can reach were run, the nearest ones.`,
    `NOT RUN: ${left.length}, at a distance of ${nearest?.distance} imports or more. npm test runs them; so does npm run check -- --all.`,
  ].join('\n');
}
