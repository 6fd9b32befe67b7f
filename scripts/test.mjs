#!/usr/bin/env node
/**
 * Everything that must hold, in one run: `npm test`. Runs each check to its end, also after a failure, and prints as its
 * last line `N passed, M failed`. `--only NAME` runs one; `--long` adds the long ones.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { failedOfPlaywright, failedOfVitest } from './failed-tests.mjs';
import { slower, slowest, timesOfPlaywright, timesOfVitest } from './test-times.mjs';

/** Times of an earlier run: `npm run times` writes them from the last one. */
const KEPT_TIMES = 'tests/times.json';

/** Kept for `npm run seeds`, which states for each requirement how its tests ended. */
const reports = resolve('test-reports');
mkdirSync(reports, { recursive: true });
const vitestReport = join(reports, 'unit.json');
const conformanceReport = join(reports, 'conformance.json');
const packedReport = join(reports, 'packed-engine.json');
const playwrightReport = (project) => join(reports, `end-to-end-${project}.json`);

/** TypeScript 7's own compiler, ten times as fast as that of 5, whose programming interface the editor's type service needs. */
const types = (project) => ['node', 'node_modules/typescript-native/bin/tsc', '-p', project];

/** A check that has no tests of its own counts as one. `count` reads its `report`. */
const staticChecks = [
  { name: 'lint', command: ['biome', 'check', '.'] },
  { name: 'types: core, without the DOM', command: types('config/tsconfig.core.json') },
  { name: 'types: engine', command: types('packages/engine/tsconfig.json') },
  { name: 'types: engine, its pages and tests', command: types('packages/engine/tsconfig.pages.json') },
  { name: 'types: app, server and tests', command: types('tsconfig.json') },
  { name: 'imports', command: ['depcruise', 'app', 'functions', 'packages'] },
  { name: 'dead code', command: ['knip'] },
  { name: 'build', command: ['node', 'scripts/build.mjs'] },
];
const unitChecks = [
  {
    name: 'unit and integration',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
    report: vitestReport,
    count: () => countVitest(vitestReport),
  },
];
const vitestInBrowser = (name, config, report) => ({
  name,
  command: ['vitest', 'run', '--config', config, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  report,
  count: () => countVitest(report),
});
/** An engine and one program at a time in each: two of them fill two cores. */
const engineLanes = [
  [vitestInBrowser('conformance', 'tests/conformance/vitest.config.ts', conformanceReport)],
  [
    vitestInBrowser('engine, packed', 'tests/packed-engine/vitest.config.ts', packedReport),
    // Other projects every day; which of them fail is in the log.
    { name: 'strangers', command: ['tsx', 'tests/strangers/run-strangers.ts', '--rotate', '5'] },
  ],
];
/** Pictures are compared with those of one browser, which the registry has for this kind of machine only (tests/setup/pinned-chromium.ts). */
const hasPictures = process.platform === 'linux' && process.arch === 'x64';
const endToEndChecks = ['side-by-side', ...(hasPictures ? ['looks'] : []), 'measured'].map((project) => ({
  name: `end to end, ${project}`,
  command: ['playwright', 'test', `--project=${project}`, '--reporter=list,json'],
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport(project) },
  report: playwrightReport(project),
  count: () => countPlaywright(playwrightReport(project)),
}));
/** After all others, since it reads their reports. */
const lastChecks = [{ name: 'docs/seeds.md', command: ['tsx', 'scripts/seeds.ts', '--check'] }];

function countVitest(file) {
  const report = JSON.parse(readFileSync(file, 'utf8'));
  // A file that could not be loaded has no failed test, but has failed.
  const brokenFiles = report.testResults.filter((result) => result.status === 'failed' && result.assertionResults.length === 0).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles,
    names: failedOfVitest(report),
    timesOf: (check) => timesOfVitest(check, report),
  };
}

function countPlaywright(file) {
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const { stats } = report;
  // A test that passes only the second time has found a fault, in the product or in itself.
  if (stats.flaky > 0) console.log(`FLAKY: ${stats.flaky} end-to-end tests passed only the second time. Find out why.`);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    names: failedOfPlaywright(report),
    timesOf: (check) => timesOfPlaywright(check, report),
  };
}

/** `isAlone`: its output may be shown as it comes; otherwise it is shown at the end, in one piece. */
function run({ command: [program, ...args], env }, isAlone) {
  return new Promise((resolve) => {
    const child = spawn(program === 'node' ? process.execPath : join('node_modules', '.bin', program), args, {
      stdio: ['ignore', isAlone ? 'inherit' : 'pipe', isAlone ? 'inherit' : 'pipe'],
      env: { ...process.env, ...env },
    });
    const output = [];
    child.stdout?.on('data', (data) => output.push(data));
    child.stderr?.on('data', (data) => output.push(data));
    child.on('error', () => resolve({ exitCode: 1, output }));
    child.on('close', (code) => resolve({ exitCode: code ?? 1, output }));
  });
}

function resultOf(check, exitCode) {
  if (!check.count) return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  try {
    const counted = check.count();
    // A runner that fails without a failed test (nothing found, a crash at the end) has failed all the same.
    return exitCode !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/** Writes what each file took, and says which are the slowest and which take twice their share in the table that is committed. */
function keepTimes() {
  writeFileSync(join(reports, 'times.json'), `${JSON.stringify(times)}\n`);
  const line = ({ check, file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file} (${check})`;
  console.log(`\nThe slowest files (all in test-reports/times.json):\n${slowest(times.files, 12).map(line).join('\n')}`);
  const kept = existsSync(KEPT_TIMES) ? JSON.parse(readFileSync(KEPT_TIMES, 'utf8')).files : [];
  for (const one of slower(times.files, kept)) console.log(`SLOWER than in ${KEPT_TIMES} (${one.was.toFixed(1)} s): ${line(one)}`);
}

const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : null;
const total = { passed: 0, failed: 0 };
const summary = [];
/** What the last lines of a log must say, for often nobody sees more of it. */
const failedTests = [];
/** @type {import('./test-times.mjs').Times} */
const times = { checks: [], files: [] };

async function runInOrder(checks, isAlone) {
  for (const check of checks.filter(({ name }) => only === null || name.includes(only))) {
    if (isAlone) console.log(`\n── ${check.name} ──`);
    const startedAt = Date.now();
    // A runner that dies without a report must not be judged by that of an earlier run.
    if (check.report) rmSync(check.report, { force: true });
    const { exitCode, output } = await run(check, isAlone);
    if (!isAlone) process.stdout.write(Buffer.concat([Buffer.from(`\n── ${check.name} ──\n`), ...output]));
    const result = resultOf(check, exitCode);
    total.passed += result.passed;
    total.failed += result.failed;
    failedTests.push(...(result.names ?? []).map((name) => `FAILED ${check.name}: ${name}`));
    const seconds = (Date.now() - startedAt) / 1000;
    times.checks.push({ check: check.name, seconds });
    times.files.push(...(result.timesOf?.(check.name) ?? []));
    summary.push(
      `${result.failed === 0 ? 'ok    ' : 'FAILED'} ${check.name}: ${result.passed} passed, ${result.failed} failed, ${seconds.toFixed(1)} s`,
    );
  }
}

// Two lanes for what needs no clock, and for what drives one browser at a time; the end-to-end tests have the machine for themselves.
await Promise.all([runInOrder(staticChecks, false), runInOrder(unitChecks, false)]);
await Promise.all(engineLanes.map((checks) => runInOrder(checks, false)));
await runInOrder(endToEndChecks, true);
await runInOrder(lastChecks, true);
if (only === null) keepTimes();
if (!hasPictures) console.log('Not run: the looks of the screens, for which there is no browser here. Linux on x64 has one.');
console.log(`\n${[...summary, ...failedTests.slice(0, 20)].join('\n')}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
