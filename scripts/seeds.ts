/**
 * `npm run seeds`: writes docs/seeds.md from the tests that name a requirement and from the newest reports of their runs.
 * `-- --run` first runs the files that name one (`--run unit` leaves out what needs a browser).
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { findSeedTests, type SeedTest } from '../tests/seeds/find-seed-tests.ts';
import { RESULTS_FOLDER, readTestResults } from '../tests/seeds/read-test-results.ts';
import { renderSeeds } from '../tests/seeds/render-seeds.ts';
import { readExceptions, readRequirements } from '../tests/seeds/seed-requirements.ts';

const tests = findSeedTests();
const run = process.argv.indexOf('--run');
if (run !== -1) runTests(tests, process.argv[run + 1] === 'unit');

const page = renderSeeds({ groups: readRequirements(), exceptions: readExceptions(), tests, outcomes: readTestResults() });
writeFileSync('docs/seeds.md', page);
console.log(/^\*\*(.*)\*\*$/m.exec(page)?.[1]);
for (const line of page.split('\n')) {
  const [, id, , state] = line.split(/(?<!\\)\|/).map((text) => text.trim());
  if (state === 'fails' || state === 'no test') console.log(`${state}: ${id}`);
}
if (/\| fails \|/.test(page)) process.exitCode = 1;

function runTests(all: readonly SeedTest[], unitOnly: boolean): void {
  mkdirSync(RESULTS_FOLDER, { recursive: true });
  const files = [...new Set(all.map(({ file }) => file))];
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

/** A failed test is no failure of this command: the page says it. */
function start(program: string, parameters: readonly string[], env: Record<string, string> = {}): void {
  spawnSync(join('node_modules', '.bin', program), parameters, { stdio: 'inherit', env: { ...process.env, ...env } });
}
