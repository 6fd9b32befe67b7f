// npm run packages -- --sources <folder> [name …]
// Runs the test suites of well-known packages on native Node and on the engine, and prints the pass rates beside each other.
// `sources` holds a checkout of each repository, in a folder of its name: tests are not in the packages' tarballs.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

interface Suite {
  name: string;
  /** Packages the tests need. */
  install: string[];
  /** What is built from the sources, taken from the published package instead: there → here. */
  published?: Record<string, string>;
  command: string;
  /** Out of the output. */
  passed: RegExp;
  failed: RegExp;
  /** The first number counts the failed ones, too. */
  countsAll?: boolean;
}

const nodeTest = { passed: /^(?:ℹ|#) pass (\d+)/m, failed: /^(?:ℹ|#) fail (\d+)/m };
const mocha = { passed: /(\d+) passing/, failed: /(\d+) failing/ };

const SUITES: Suite[] = [
  { name: 'commander.js', install: [], command: 'node --test', ...nodeTest },
  {
    name: 'marked',
    install: ['marked', '@markedjs/testutils', '@markedjs/html-differ', 'front-matter'],
    published: { 'node_modules/marked/lib': 'lib' },
    command:
      'node --test test/unit/Hooks.test.js test/unit/Lexer.test.js test/unit/Parser.test.js test/unit/instance.test.js test/unit/marked.test.js',
    ...nodeTest,
  },
  {
    name: 'acorn',
    install: ['acorn', 'acorn-loose', 'acorn-walk'],
    published: {
      'node_modules/acorn/dist': 'acorn/dist',
      'node_modules/acorn-loose/dist': 'acorn-loose/dist',
      'node_modules/acorn-walk/dist': 'acorn-walk/dist',
    },
    command: 'node test/run.js',
    // Of all parsers together.
    passed: /Total: (\d+) tests run/,
    failed: /Total: .*; (\d+) failures/,
    countsAll: true,
  },
  {
    name: 'yargs-parser',
    install: ['yargs-parser', 'mocha', 'chai'],
    published: { 'node_modules/yargs-parser/build': 'build' },
    command: 'node node_modules/mocha/bin/mocha.js test/yargs-parser.mjs',
    ...mocha,
  },
];

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

function prepare(suite: Suite, sources: string): string {
  const folder = mkdtempSync(join(tmpdir(), `suite-${suite.name}-`));
  // Links inside a checkout stay inside the copy.
  cpSync(join(sources, suite.name), folder, { recursive: true, verbatimSymlinks: true });
  if (suite.install.length > 0) {
    // The repository's own dependencies are mostly tools that its tests do not use.
    rmSync(join(folder, 'package-lock.json'), { force: true });
    const options = ['install', '--no-save', '--no-package-lock', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--force'];
    const elsewhere = mkdtempSync(join(tmpdir(), 'suite-packages-'));
    execFileSync('npm', [...options, '--prefix', elsewhere, ...suite.install], { stdio: ['ignore', 'ignore', 'inherit'] });
    cpSync(join(elsewhere, 'node_modules'), join(folder, 'node_modules'), { recursive: true });
    rmSync(elsewhere, { recursive: true });
  }
  for (const [from, to] of Object.entries(suite.published ?? {})) cpSync(join(folder, from), join(folder, to), { recursive: true });
  return folder;
}

function rateOf(suite: Suite, output: string): string {
  const count = (pattern: RegExp): number | null => {
    const match = pattern.exec(output);
    return match === null ? null : Number(match[1]);
  };
  const passed = count(suite.passed);
  if (passed === null) return `no result: ${output.trim().split('\n').at(-1) ?? ''}`;
  return `${passed} ${suite.countsAll === true ? 'run' : 'passed'}, ${count(suite.failed) ?? 0} failed`;
}

function run(suite: Suite, folder: string): { native: string; engine: string } {
  const native = spawnSync('bash', ['-c', suite.command], { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 });
  const engineScript = ['run', '-s', 'engine', '--', '--timeout', '240', folder, suite.command];
  const engine = spawnSync('npm', engineScript, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (process.env.SHOW_OUTPUT !== undefined) console.log(native.stdout, native.stderr, engine.stdout, engine.stderr);
  return { native: rateOf(suite, native.stdout + native.stderr), engine: rateOf(suite, engine.stdout + engine.stderr) };
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { sources: { type: 'string' } } });
const { sources } = values;
if (sources === undefined) {
  console.error('Usage: npm run packages -- --sources <folder of checkouts> [name …]');
  process.exit(2);
}
for (const suite of SUITES.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
  if (!existsSync(join(sources, suite.name))) {
    console.log(`${suite.name}: no checkout in ${sources}`);
    continue;
  }
  const folder = prepare(suite, sources);
  const { native, engine } = run(suite, folder);
  console.log(`${suite.name}\n  native  ${native}\n  engine  ${engine}`);
  rmSync(folder, { recursive: true });
}
