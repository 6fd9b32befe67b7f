/**
 * Determines which unit tests have passed on their current sources (test-sources.mjs). `tests/proven-units.json` has a hash of the sources
 * of each; when a change lands, the one written by its whole run is committed (`npm run times`).
 */
import { existsSync, readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { hashesOf } from './test-sources.mjs';

export const PROVEN_UNITS = 'tests/proven-units.json';
/** Every day another one of so many proven tests runs again, which finds sources that are not known as such. */
const SAMPLE = 10;
/** Names that mean themselves in a pattern of files. */
const PLAIN = /^[\w./-]+$/;

/** @typedef {{ hashes: ReadonlyMap<string, string>, leftOut: readonly string[] }} UnitProof `leftOut`: tests that need not run today. */

/**
 * @param {readonly string[]} tests
 * @param {readonly string[]} files All files of the repository.
 * @param {number} day
 * @returns {UnitProof}
 */
export function readUnitProof(tests, files, day) {
  const proven = existsSync(PROVEN_UNITS) ? JSON.parse(readFileSync(PROVEN_UNITS, 'utf8')) : {};
  const hashes = hashesOf(tests, files);
  const leftOut = tests.filter(
    (test, index) => PLAIN.test(test) && hashes.has(test) && proven[test] === hashes.get(test) && index % SAMPLE !== day % SAMPLE,
  );
  return { hashes, leftOut };
}

/**
 * Returns the tests that have passed now, and those that had passed before and did not run, each with the hash of its sources.
 *
 * @param {UnitProof} proof @param {string} report Vitest's, as JSON.
 * @returns {[string, string][]}
 */
export function provenUnits({ hashes, leftOut }, report) {
  /** @type {{ name: string, status: string }[]} */
  const results = JSON.parse(readFileSync(report, 'utf8')).testResults;
  const passed = results.filter(({ status }) => status === 'passed').map(({ name }) => relative(process.cwd(), name).split(sep).join('/'));
  return [...new Set([...passed, ...leftOut])].sort().flatMap((test) => {
    const hash = hashes.get(test);
    return hash === undefined ? [] : [[test, hash]];
  });
}
