// npm run packages -- --sources <folder> [--where engine|native] [--table] [name …]
// Runs the test suites of well-known packages on native Node and on the engine, and prints the pass rates beside each other;
// with --table, also into docs/engine.md. `sources` holds a clone of each repository, in a folder of its name: tests are not in
// the packages' archives.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { replaceMarked } from '../../scripts/replace-marked.ts';
import { type Counts, SUITES, type Suite } from './package-suites.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ENGINE_SECONDS = '600';

interface Result {
  native: Counts | null;
  engine: Counts | null;
}

function prepare(suite: Suite, sources: string): string {
  const folder = mkdtempSync(join(tmpdir(), `suite-${suite.name}-`));
  const archive = execFileSync('git', ['-C', join(sources, suite.name), 'archive', suite.tag], { maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  if (suite.install.length > 0) {
    // The repository's own dependencies are mostly tools that its tests do not use.
    rmSync(join(folder, 'package-lock.json'), { force: true });
    const elsewhere = mkdtempSync(join(tmpdir(), 'suite-packages-'));
    writeFileSync(join(elsewhere, 'package.json'), JSON.stringify({ private: true, overrides: suite.overrides ?? {} }));
    const options = ['install', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--force'];
    execFileSync('npm', [...options, ...suite.install], { cwd: elsewhere, stdio: ['ignore', 'ignore', 'inherit'] });
    cpSync(join(elsewhere, 'node_modules'), join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true });
    rmSync(elsewhere, { recursive: true });
  }
  for (const [from, to] of Object.entries(suite.published ?? {})) cpSync(join(folder, from), join(folder, to), { recursive: true });
  for (const [path, text] of Object.entries(suite.files ?? {})) writeFileSync(join(folder, path), text);
  for (const [path, target] of Object.entries(suite.links ?? {})) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(target, join(folder, path));
  }
  return folder;
}

function runOn(where: 'native' | 'engine', suite: Suite, folder: string): Counts | null {
  const options = { encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
  const script = ['run', '-s', 'engine', '--', '--timeout', ENGINE_SECONDS, folder, suite.command];
  const { stdout, stderr } =
    where === 'native'
      ? spawnSync('bash', ['-c', suite.command], { cwd: folder, ...options })
      : spawnSync('npm', script, { cwd: ROOT, ...options });
  if (process.env.SHOW_OUTPUT !== undefined) console.log(stdout, stderr);
  return suite.count(stdout + stderr);
}

function described(counts: Counts | null): string {
  if (counts === null) return 'no result';
  return counts.failed === 0 ? `${counts.passed}` : `${counts.passed}, ${counts.failed} fail`;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sources: { type: 'string' }, where: { type: 'string' }, table: { type: 'boolean', default: false } },
});
const { sources, where } = values;
if (sources === undefined) {
  console.error('Usage: npm run packages -- --sources <folder of clones> [--where engine|native] [--table] [name …]');
  process.exit(2);
}
const rows = new Map<string, string>();
const BEGIN = '<!-- packages: written by `npm run packages -- --table` -->';
const END = '<!-- /packages -->';
const documentPath = join(ROOT, 'docs/engine.md');
for (const suite of SUITES.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
  if (!existsSync(join(sources, suite.name))) {
    console.log(`${suite.name}: no clone in ${sources}`);
    continue;
  }
  const folder = prepare(suite, sources);
  const result: Result = {
    native: where === 'engine' ? null : runOn('native', suite, folder),
    engine: where === 'native' ? null : runOn('engine', suite, folder),
  };
  console.log(`${suite.name} ${suite.tag}\n  native  ${described(result.native)}\n  engine  ${described(result.engine)}`);
  rows.set(suite.name, `| ${suite.name} ${suite.tag} | ${suite.runner} | ${described(result.native)} | ${described(result.engine)} |`);
  rmSync(folder, { recursive: true });
}
if (values.table) {
  const document = readFileSync(documentPath, 'utf8');
  const standing = document.slice(document.indexOf(BEGIN), document.indexOf(END));
  // A suite that was not run keeps the row it has.
  const lines = SUITES.map(
    ({ name }) =>
      rows.get(name) ?? standing.split('\n').find((line) => line.startsWith(`| ${name} `)) ?? `| ${name} | | not run | not run |`,
  );
  const table = ['| suite | its runner | passes on native Node | passes on the engine |', '|---|---|---|---|', ...lines].join('\n');
  writeFileSync(documentPath, replaceMarked(document, BEGIN, END, table));
}
