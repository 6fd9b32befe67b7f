/**
 * `npm run seeds`: writes docs/seeds.md from the registry of requirements and the latest reports of their tests. A line whose tests were
 * not run keeps its state. `-- --run` first runs the files with these tests (`--run unit` skips those that need a browser); `-- --check`
 * writes nothing and fails if the page states something that the reports of a whole `npm test` do not show.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { compareSeeds } from '../tests/seeds/compare-seeds.ts';
import { findTests } from '../tests/seeds/find-tests.ts';
import { RESULTS_FOLDER, readLeftOut, readTestResults } from '../tests/seeds/read-test-results.ts';
import { renderSeeds, statesOf } from '../tests/seeds/render-seeds.ts';
import { readRequirements } from '../tests/seeds/requirements.ts';
import { resolveTests } from '../tests/seeds/resolve-tests.ts';

const PAGE = 'docs/seeds.md';
const groups = readRequirements();
const tests = findTests();
const lines = [...resolveTests(groups, tests).values()];

if (process.argv.includes('--check')) check();
else write();

function write(): void {
  for (const fault of lines.flatMap(({ faults }) => faults)) console.log(fault);
  const run = process.argv.indexOf('--run');
  if (run !== -1) runTests(new Set(lines.flatMap((line) => line.tests.map(({ file }) => file))), process.argv[run + 1] === 'unit');
  const page = renderSeeds({ groups, tests, outcomes: readTestResults(), earlier: statesOf(readFileSync(PAGE, 'utf8')) });
  writeFileSync(PAGE, page);
  console.log(/^\*\*(.*)\*\*$/m.exec(page)?.[1]);
  const failed = [...statesOf(page)].filter(([, state]) => state === 'fails').map(([id]) => id);
  if (failed.length > 0) console.log(`fails: ${failed.join(', ')}`);
  if (failed.length > 0 || lines.some(({ faults }) => faults.length > 0)) process.exitCode = 1;
}

function check(): void {
  const outcomes = readTestResults(RESULTS_FOLDER, true);
  const faults = compareSeeds(readFileSync(PAGE, 'utf8'), renderSeeds({ groups, tests, outcomes, proven: readLeftOut() }));
  for (const fault of faults) console.log(fault);
  console.log(faults.length === 0 ? `${PAGE} says what this run has shown.` : `${PAGE} is stale. npm run seeds writes it again.`);
  if (faults.length > 0) process.exitCode = 1;
}

function runTests(all: ReadonlySet<string>, unitOnly: boolean): void {
  mkdirSync(RESULTS_FOLDER, { recursive: true });
  const files = [...all];
  const conformance = files.filter((file) => file.startsWith('tests/conformance/'));
  const specs = files.filter((file) => file.endsWith('.spec.ts'));
  const units = files.filter((file) => !conformance.includes(file) && !specs.includes(file));
  vitest('seeds-unit', units, []);
  if (unitOnly) return;
  vitest(
    'seeds-conformance',
    conformance.map((file) => relative('tests/conformance', file)),
    ['--config', 'tests/conformance/vitest.config.ts'],
  );
  if (specs.length === 0) return;
  const output = resolve(RESULTS_FOLDER, 'seeds-end-to-end.json');
  start('playwright', ['test', '--reporter=line,json', ...specs], { PLAYWRIGHT_JSON_OUTPUT_NAME: output });
}

function vitest(name: string, files: readonly string[], more: readonly string[]): void {
  if (files.length === 0) return;
  start('vitest', [
    'run',
    ...more,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${resolve(RESULTS_FOLDER, `${name}.json`)}`,
    ...files,
  ]);
}

/** A failed test does not fail this command: the page reports it. */
function start(program: string, parameters: readonly string[], env: Record<string, string> = {}): void {
  spawnSync(join('node_modules', '.bin', program), parameters, { stdio: 'inherit', env: { ...process.env, ...env } });
}
