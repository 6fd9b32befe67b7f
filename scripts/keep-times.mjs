#!/usr/bin/env node
// npm run times
// Saves data of the last whole run: the time of each file, with which later runs are compared; the sources on which each deep part and each
// unit test passed; and the end-to-end tests that passed every time they were repeated.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';

const { checks, files } = JSON.parse(readFileSync('test-reports/times.json', 'utf8'));
const rounded = ({ seconds, ...rest }) => ({ ...rest, seconds: Math.round(seconds * 10) / 10 });
const lines = (/** @type {object[]} */ rows) => rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n');
const kept = files.map(rounded).filter(({ seconds }) => seconds >= 1);
kept.sort((a, b) => b.seconds - a.seconds || a.file.localeCompare(b.file));
writeFileSync('tests/times.json', `{"checks": [\n${lines(checks.map(rounded))}\n], "files": [\n${lines(kept)}\n]}\n`);
console.log(`${kept.length} of ${files.length} files take a second or more.`);
for (const name of ['proven.json', 'proven-units.json', 'steady.json']) copyFileSync(`test-reports/${name}`, `tests/${name}`);
