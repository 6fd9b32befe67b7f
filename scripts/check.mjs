#!/usr/bin/env node
/**
 * The inner loop: `npm run check`. Finds what changed files can break, within a minute: lint, types, imports, house rules, and the nearest
 * unit tests that the change can reach; `--all` runs all of them. Changed files are the uncommitted ones, or those of the last commit if there are none; `--since REF` means since then.
 *
 * `--repeat N` runs the changed test files N times instead; `--busy` adds four loops, each of which keeps a core busy.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startBusyLoops } from './testing/busy-loops.mjs';
import { DEEP_PARTS, isTestOf } from './testing/deep-parts.mjs';
import { chooseNearest, describeChoice, reachedTests } from './testing/nearest-tests.mjs';
import { sourceFiles } from './testing/proof.mjs';

/** Estimated seconds of all workers in total for unit tests: two workers then end within the minute, with their start. */
const UNIT_SECONDS = 60;
const TIMES = 'tests/times.json';
const HOUSE_TESTS = ['tests/integration/house/house-rules.test.ts', 'tests/integration/house/language.test.ts'];
/** Unit tests that `npm test` runs in other ways, or only when an area's sources have changed. */
const isForLater = (/** @type {string} */ file) =>
  /^tests\/(?:conformance|packed-engine|crash|e2e)\//.test(file) ||
  DEEP_PARTS.some((part) => part.runner === 'unit' && isTestOf(part, file));

const { values: options } = parseArgs({
  options: {
    since: { type: 'string' },
    repeat: { type: 'string' },
    busy: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
  },
});

const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);

function changedFiles() {
  const since = options.since ?? 'HEAD';
  const changed = [...git('diff', '--name-only', since), ...git('ls-files', '-o', '--exclude-standard')];
  const all = changed.length > 0 ? changed : git('diff', '--name-only', 'HEAD~1');
  return [...new Set(all)].filter((file) => existsSync(file));
}

/** The bridge's tests have a configuration, and so a root, of their own. @param {readonly string[]} files */
const bridgeTests = (files) => ['--config', 'packages/bridge/vitest.config.ts', '--reporter=dot', ...files.map((file) => resolve(file))];
const isOfBridge = (/** @type {string} */ file) => file.startsWith('packages/bridge/');

/** @param {readonly string[]} changed */
function chooseTests(changed) {
  const files = sourceFiles();
  const tests = files.filter((file) => /\.test\.tsx?$/.test(file) && !HOUSE_TESTS.includes(file));
  /** @type {{ file: string, seconds: number }[]} */
  const kept = existsSync(TIMES) ? JSON.parse(readFileSync(TIMES, 'utf8')).files : [];
  const seconds = new Map(kept.map((one) => [one.file, one.seconds]));
  const reached = reachedTests(changed, tests, files, (file) => seconds.get(file));
  const later = reached.filter(({ file }) => isForLater(file));
  const limit = options.all ? Number.POSITIVE_INFINITY : UNIT_SECONDS;
  const choice = chooseNearest(
    reached.filter(({ file }) => !isForLater(file)),
    limit,
  );
  return { chosen: choice.chosen.map(({ file }) => file), summary: `${describeChoice(choice)}${describeLater(later.length)}` };
}

/** @param {number} count */
function describeLater(count) {
  return count === 0 ? '' : `\nNOT RUN: ${count} files of deep parts, which npm test runs.`;
}

/** @param {readonly string[]} files @param {readonly string[]} nearest The chosen unit tests. @returns {string[][]} */
function checksOf(files, nearest) {
  const ofBridge = nearest.filter(isOfBridge);
  const sources = files.filter((file) => /\.(?:tsx?|mjs|js)$/.test(file));
  const product = sources.filter((file) => /^(?:app|functions|packages)\//.test(file) && !/\.test\.tsx?$/.test(file));
  const touches = (/** @type {RegExp} */ pattern) => sources.some((file) => pattern.test(file));
  const types = (/** @type {string} */ project) => ['node', 'node_modules/typescript-native/bin/tsc', '-p', project];
  return [
    ['biome', 'check', '--no-errors-on-unmatched', ...files],
    ...(touches(/^packages\/engine\/src\//) ? [types('packages/engine/tsconfig.json'), types('packages/engine/tsconfig.pages.json')] : []),
    ...(touches(/^packages\/(?:bridge|engine-protocol)\//) ? [types('packages/bridge/tsconfig.json')] : []),
    ...(touches(/^app\/lib\/|^packages\/engine-protocol\//) ? [types('config/tsconfig.core.json')] : []),
    ...(touches(/^(?!packages\/(?:engine|bridge)\/)/) ? [types('tsconfig.json')] : []),
    ...(product.length > 0 ? [['depcruise', '--max-depth', '1', ...product]] : []),
    ['vitest', 'run', '--reporter=dot', ...HOUSE_TESTS, ...nearest.filter((file) => !isOfBridge(file))],
    ...(ofBridge.length > 0 ? [['vitest', 'run', ...bridgeTests(ofBridge)]] : []),
  ];
}

/** @param {readonly string[]} files @param {number} times @returns {string[][]} */
function repeatsOf(files, times) {
  const specs = files.filter((file) => /^tests\/e2e\/.*\.spec\.ts$/.test(file));
  const tests = files.filter((file) => /\.test\.tsx?$/.test(file) && !/^tests\/(?:conformance|packed-engine)\//.test(file));
  const units = tests.filter((file) => !isOfBridge(file));
  const ofBridge = tests.filter(isOfBridge);
  return [
    ...(units.length > 0 ? Array.from({ length: times }, () => ['vitest', 'run', '--reporter=dot', ...units]) : []),
    ...(ofBridge.length > 0 ? Array.from({ length: times }, () => ['vitest', 'run', ...bridgeTests(ofBridge)]) : []),
    ...(specs.length > 0 ? [['playwright', 'test', `--repeat-each=${times}`, '--retries=0', '--reporter=line', ...specs]] : []),
  ];
}

/** Long tests are left to `npm test`, which runs them if their sources have changed. */
const DEVONZ_LEFT_OUT_TESTS = DEEP_PARTS.flatMap(({ runner, tests }) => (runner === 'unit' ? tests : [])).join(' ');

/** @param {string[]} command @returns {Promise<boolean>} */
function passes([program = '', ...args]) {
  return new Promise((resolve) => {
    const child = spawn(program === 'node' ? process.execPath : join('node_modules', '.bin', program), args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, DEVONZ_LEFT_OUT_TESTS },
    });
    /** @type {Buffer[]} */
    const output = [Buffer.from(`\n── ${[program, ...args].slice(0, 4).join(' ')} ──\n`)];
    child.stdout.on('data', (data) => output.push(data));
    child.stderr.on('data', (data) => output.push(data));
    child.on('error', () => resolve(false));
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(output));
      resolve(code === 0);
    });
  });
}

const startedAt = Date.now();
let failed = 0;
/** Runs commands one after the other. @param {readonly string[][]} commands */
async function runAll(commands) {
  for (const command of commands) if (!(await passes(command))) failed += 1;
}

const files = changedFiles();
const choice = options.repeat === undefined ? chooseTests(files) : undefined;
const commands = choice === undefined ? repeatsOf(files, Number(options.repeat)) : checksOf(files, choice.chosen);
const endBusyLoops = startBusyLoops(options.busy ? 4 : 0);
const isTest = (/** @type {string[]} */ [program]) => program === 'vitest' || program === 'playwright';
// Tests take most of the time, so everything else runs alongside.
await Promise.all([runAll(commands.filter(isTest)), runAll(commands.filter((command) => !isTest(command)))]);
endBusyLoops();
if (choice !== undefined) console.log(`\n${choice.summary}`);
const seconds = Math.round((Date.now() - startedAt) / 1000);
console.log(`\n${files.length} changed files: ${commands.length - failed} checks passed, ${failed} failed, ${seconds} s`);
process.exitCode = failed === 0 ? 0 : 1;
