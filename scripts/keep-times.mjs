#!/usr/bin/env node
// npm run times
// Saves data of the last whole run: the time of each file, with which later runs are compared; the sources on which each deep part and each
// unit test passed; and the end-to-end tests that passed every time they were repeated. Times of files that did not run stay.
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';

const TIMES = 'tests/times.json';

/** @param {string} place @returns {import('./testing/test-times.mjs').Times} */
const read = (place) => JSON.parse(readFileSync(place, 'utf8'));
const last = read('test-reports/times.json');
const before = existsSync(TIMES) ? read(TIMES) : { checks: [], files: [] };

/** @template {{ seconds: number }} Row @param {readonly Row[]} known @param {readonly Row[]} made @param {(row: Row) => string} nameOf */
function merged(known, made, nameOf) {
  const rows = new Map([...known, ...made].map((row) => [nameOf(row), { ...row, seconds: Math.round(row.seconds * 10) / 10 }]));
  return [...rows.values()].sort((a, b) => b.seconds - a.seconds || nameOf(a).localeCompare(nameOf(b)));
}

const checks = merged(before.checks, last.checks, ({ check }) => check);
/** Playwright names a file by its place in the folder of its tests. @param {string} file */
const isThere = (file) => existsSync(file) || existsSync(`tests/e2e/${file}`);
const files = merged(before.files, last.files, ({ file }) => file).filter(({ file, seconds }) => seconds >= 1 && isThere(file));
const lines = (/** @type {object[]} */ rows) => rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n');
writeFileSync(TIMES, `{"checks": [\n${lines(checks)}\n], "files": [\n${lines(files)}\n]}\n`);
console.log(`${files.length} files take a second or more.`);
for (const name of ['proven.json', 'proven-units.json', 'steady.json']) copyFileSync(`test-reports/${name}`, `tests/${name}`);
