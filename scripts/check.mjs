#!/usr/bin/env node
/**
 * The inner loop: `npm run check`. Finds what changed files can break, within a minute: lint, types, imports, and the unit tests that
 * depend on them. Changed files are the uncommitted ones, or those of the last commit if there are none; `--since REF` means since then.
 *
 * `--repeat N` runs the changed test files N times instead; `--busy` adds four loops, each of which keeps a core busy.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startBusyLoops } from './testing/busy-loops.mjs';
import { DEEP_PARTS } from './testing/deep-parts.mjs';

const { values: options } = parseArgs({
  options: { since: { type: 'string' }, repeat: { type: 'string' }, busy: { type: 'boolean', default: false } },
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

/** @param {readonly string[]} files @returns {string[][]} */
function checksOf(files) {
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
    ['vitest', 'run', 'tests/integration/house/house-rules.test.ts', 'tests/integration/house/language.test.ts', '--reporter=dot'],
    ...(sources.length > 0 ? [['vitest', 'related', '--run', '--passWithNoTests', '--reporter=dot', ...sources]] : []),
    ...(sources.some(isOfBridge) ? [['vitest', 'related', '--run', '--passWithNoTests', ...bridgeTests(sources.filter(isOfBridge))]] : []),
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
const commands = options.repeat === undefined ? checksOf(files) : repeatsOf(files, Number(options.repeat));
const endBusyLoops = startBusyLoops(options.busy ? 4 : 0);
const isTest = (/** @type {string[]} */ [program]) => program === 'vitest' || program === 'playwright';
// Tests take most of the time, so everything else runs alongside.
await Promise.all([runAll(commands.filter(isTest)), runAll(commands.filter((command) => !isTest(command)))]);
endBusyLoops();
const seconds = Math.round((Date.now() - startedAt) / 1000);
console.log(`\n${files.length} changed files: ${commands.length - failed} checks passed, ${failed} failed, ${seconds} s`);
process.exitCode = failed === 0 ? 0 : 1;
