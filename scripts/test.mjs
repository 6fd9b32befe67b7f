#!/usr/bin/env node
/**
 * Everything that must pass before a change lands: `npm test`. Runs each job to its end, even after a failure, and prints as its last line
 * `N passed, M failed`. Deep parts (scripts/testing/deep-parts.mjs) and unit tests (unit-proof.mjs) run if their sources have changed since
 * they last passed.
 *
 * `--only NAME` runs the jobs whose names contain NAME; `--deep` runs every test; `--land` runs no deep part; `--busy N` adds N loops,
 * each of which keeps a core busy; `--lanes N` runs N jobs concurrently (3).
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startBusyLoops } from './testing/busy-loops.mjs';
import { DEEP_PARTS, isTestOf } from './testing/deep-parts.mjs';
import { buildJob, deepJobs, endToEndJobs, lastJob, repeatJob, sampleJobs, staticJobs, unitJob } from './testing/jobs.mjs';
import { readProof, sourceFiles } from './testing/proof.mjs';
import { propertySeed } from './testing/property-seed.mjs';
import { runQueue } from './testing/queue.mjs';
import { planRepeats, readSteady } from './testing/steady.mjs';
import { slower, slowest } from './testing/test-times.mjs';
import { provenUnits, readUnitProof } from './testing/unit-proof.mjs';

/** Times of an earlier run: `npm run times` saves them from the last one. */
const KEPT_TIMES = 'tests/times.json';
/** Screenshots are compared in one browser, which the registry only has for this platform (tests/setup/pinned-chromium.ts). */
const HAS_PICTURES = process.platform === 'linux' && process.arch === 'x64';
/** Seconds for all repeats of new and changed end-to-end tests in total, on a quiet machine. */
const REPEAT_SECONDS = 120;
const DAY_MILLISECONDS = 86_400_000;
/**
 * The factor by which a test may wait longer for a process that could hang than when it runs alone: the machine may be
 * slow, and three jobs share two cores.
 */
const PATIENCE = '4';
/** One seed for all jobs of the run. */
const SEED = propertySeed();

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    deep: { type: 'boolean', default: false },
    land: { type: 'boolean', default: false },
    busy: { type: 'string', default: '0' },
    lanes: { type: 'string', default: '3' },
  },
});

/** Kept for `npm run seeds`, which states the result of each requirement's tests. */
const reports = resolve('test-reports');
const keptTimes = existsSync(KEPT_TIMES) ? JSON.parse(readFileSync(KEPT_TIMES, 'utf8')).files : [];

/** @param {string} place A folder with a trailing slash. */
const below = (place) => `${place}**`;

/** @param {string} file */
function secondsOf(file) {
  return keptTimes.find((/** @type {{ file: string }} */ kept) => file.endsWith(kept.file))?.seconds;
}

/** Returns all jobs of this run, and the deep parts and unit tests that are skipped because they have passed on these sources. */
function plan() {
  const files = sourceFiles();
  const tests = files.filter((file) => /\.(?:test|spec)\.tsx?$/.test(file));
  const proof = readProof().filter(({ part }) => HAS_PICTURES || part.runner !== 'looks');
  const mayRun = (/** @type {boolean} */ isProven) => options.deep || !(options.land || isProven);
  const day = Math.floor(Date.now() / DAY_MILLISECONDS);
  const how = { reports, secondsOf, day };
  const deep = proof.flatMap(({ part, isProven }) => {
    const own = tests.filter((file) => isTestOf(part, file));
    return mayRun(isProven) ? deepJobs(part, own, how) : sampleJobs(part, own, how);
  });
  const others = tests.filter((file) => !DEEP_PARTS.some((part) => isTestOf(part, file)));
  const landing = others.filter((file) => file.startsWith('tests/e2e/'));
  const deepUnit = DEEP_PARTS.flatMap(({ runner, tests: own }) => (runner === 'unit' ? own : runner === 'engine' ? own.map(below) : []));
  const read = readUnitProof(
    others.filter((file) => !file.startsWith('tests/e2e/')),
    files,
    day,
  );
  const units = options.deep ? { ...read, leftOut: [] } : read;
  const unit = unitJob(reports, [...deepUnit, ...units.leftOut]);
  const before = [buildJob(), unit, ...staticJobs(), ...endToEndJobs('side-by-side', landing, how), ...deep];
  const isBesideOthers = (/** @type {string} */ file) => DEEP_PARTS.some((part) => part.runner === 'end-to-end' && isTestOf(part, file));
  const steady = readSteady([...landing, ...tests.filter(isBesideOthers)]);
  const changed = steady.filter(({ isSteady }) => !isSteady).map(({ file }) => ({ file, seconds: secondsOf(file) ?? 15 }));
  const repeats = planRepeats(changed, REPEAT_SECONDS);
  const again = repeats.files.length > 0 ? [repeatJob(repeats.files, repeats.times)] : [];
  const { only } = options;
  const jobs = [...before, ...again, lastJob(before)].filter(({ name }) => only === undefined || name.includes(only));
  return { jobs, proof, leftOut: proof.filter(({ isProven }) => !mayRun(isProven)), tests, steady, repeats, units };
}

/** @param {import('./testing/jobs.mjs').Job} job @param {number} lane */
function run({ command: [program = '', ...args], env }, lane) {
  return new Promise((resolve) => {
    const child = spawn(program === 'node' ? process.execPath : join('node_modules', '.bin', program), args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...SEED, DEVONZ_PATIENCE: PATIENCE, DEVONZ_TEST_LANE: String(lane), ...env },
    });
    /** @type {Buffer[]} */
    const output = [];
    child.stdout.on('data', (data) => output.push(data));
    child.stderr.on('data', (data) => output.push(data));
    child.on('error', () => resolve({ exitCode: 1, output }));
    child.on('close', (code) => resolve({ exitCode: code ?? 1, output }));
  });
}

/** @param {import('./testing/jobs.mjs').Job} job @param {number} exitCode @returns {import('./testing/reports.mjs').Counted} */
function resultOf(job, exitCode) {
  if (!job.count) return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  try {
    const counted = job.count();
    // A runner that fails without a failed test (nothing found, a crash at the end) counts as a failure.
    return exitCode !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/** Saves the time of each file, and prints the slowest and those that take twice their share in the committed table. */
function keepTimes() {
  writeFileSync(join(reports, 'times.json'), `${JSON.stringify(times)}\n`);
  const line = (/** @type {import('./testing/test-times.mjs').FileTime} */ { check, file, seconds }) =>
    `${seconds.toFixed(1).padStart(7)} s  ${file} (${check})`;
  console.log(`\nThe slowest files (all in test-reports/times.json):\n${slowest(times.files, 12).map(line).join('\n')}`);
  for (const one of slower(times.files, keptTimes)) console.log(`SLOWER than in ${KEPT_TIMES} (${one.was.toFixed(1)} s): ${line(one)}`);
}

const total = { passed: 0, failed: 0 };
/** @type {string[]} */
const summary = [];
/** Repeated in the last lines of the log, which are often all that is read. @type {string[]} */
const failedTests = [];
/** @type {import('./testing/test-times.mjs').Times} */
const times = { checks: [], files: [] };
/** @type {Set<string>} */
const failedParts = new Set();

/** @param {import('./testing/jobs.mjs').Job} job @param {number} lane */
async function runJob(job, lane) {
  const startedAt = Date.now();
  console.log(`begins ${job.name}`);
  const endBusyLoops = startBusyLoops(job.busy ?? 0);
  const { exitCode, output } = await run(job, lane);
  endBusyLoops();
  process.stdout.write(Buffer.concat([Buffer.from(`\n── ${job.name} ──\n`), ...output]));
  const result = resultOf(job, exitCode);
  total.passed += result.passed;
  total.failed += result.failed;
  if (result.failed > 0) failedParts.add(job.part ?? job.check);
  openJobs.delete(job);
  failedTests.push(...(result.names ?? []).map((name) => `FAILED ${job.name}: ${name}`));
  const seconds = (Date.now() - startedAt) / 1000;
  times.checks.push({ check: job.name, seconds });
  times.files.push(...(result.times ?? []));
  const outcome = result.failed === 0 ? 'ok    ' : 'FAILED';
  summary.push(`${outcome} ${job.name}: ${result.passed} passed, ${result.failed} failed, ${seconds.toFixed(1)} s`);
  // Saved after each job, so that an interrupted run keeps the results of the completed ones.
  if (options.only === undefined) writeProof();
}

function writeProof() {
  const isOpen = (/** @type {string} */ name) => [...openJobs].some(({ part }) => part === name);
  const hasPassed = (/** @type {string} */ name) =>
    !(failedParts.has(name) || isOpen(name) || leftOut.some(({ part }) => part.name === name));
  const passed = proof.filter(({ part, isProven }) => (isProven && !failedParts.has(part.name)) || hasPassed(part.name));
  writeReport(
    'proven.json',
    passed.map(({ part, hash }) => [part.name, hash]),
  );
  const unit = join(reports, 'unit.json');
  if (existsSync(unit)) writeReport('proven-units.json', provenUnits(units, unit));
}

/** @param {string} name @param {[string, string][]} entries */
function writeReport(name, entries) {
  writeFileSync(join(reports, name), `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}

const { jobs, proof, leftOut, tests, steady, repeats, units } = plan();
const openJobs = new Set(jobs);
const startedAt = Date.now();
// A runner that crashes without a report must not be judged by an earlier run's report.
if (options.only === undefined) rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
for (const { report } of jobs) if (report !== undefined) rmSync(report, { force: true });
const leftOutTests = [...units.leftOut, ...tests.filter((file) => leftOut.some(({ part }) => isTestOf(part, file)))];
writeFileSync(join(reports, 'left-out.json'), `${JSON.stringify(leftOutTests)}\n`);

const endBusyLoops = startBusyLoops(Number(options.busy));
await runQueue(jobs, Number(options.lanes), runJob);
endBusyLoops();

if (options.only === undefined) {
  keepTimes();
  const isRepeated = (/** @type {string} */ file) => repeats.files.includes(file) && !failedParts.has('changed end-to-end tests');
  writeReport(
    'steady.json',
    steady.filter(({ file, isSteady }) => isSteady || isRepeated(file)).map(({ file, hash }) => [file, hash]),
  );
}
if (!HAS_PICTURES) console.log('Not run: the looks of the screens, for which there is no browser here. Linux on x64 has one.');
if (options.only === undefined && leftOut.length > 0)
  console.log(
    `Not run, for they passed on these sources (npm run test:deep runs them): ${leftOut.map(({ part }) => part.name).join(', ')}`,
  );
if (units.leftOut.length > 0) console.log(`${units.leftOut.length} files of unit tests were not run, for they passed on these sources.`);
if (options.only === undefined && repeats.leftOut.length > 0)
  console.log(`Not repeated, for there was no time: ${repeats.leftOut.join(', ')}`);
console.log(`\n${[...summary, ...failedTests.slice(0, 20)].join('\n')}`);
console.log(`${((Date.now() - startedAt) / 60_000).toFixed(1)} minutes in ${options.lanes} lanes`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
