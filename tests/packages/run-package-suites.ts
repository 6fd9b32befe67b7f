// npm run packages -- --sources <folder> [--where engine|native] [--batch 4] [--seconds 240] [--table] [name …]
// Runs the test suites of well-known packages on native Node 22 and on the engine, and prints the pass rates side by side. Each suite's
// results are stored in results.json, so that one can be run alone; --table writes all of them to docs/engine.md. `sources` contains a
// clone of each repository, in a folder of its name or at `owner+name/repo`: published packages do not include their tests.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { replaceMarked } from '../../scripts/replace-marked.ts';
import { installNode } from '../node-suite/native-tests.ts';
import { prepareSuite, sourcesOf } from './prepare-suite.ts';
import { isAsGood, type KeptResults, tableOf } from './results.ts';
import type { Counts, Suite } from './suite.ts';
import { SUITES } from './suites.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Not below a folder whose name begins with a dot, which file servers reject. */
const CACHE = join(tmpdir(), 'devonz-package-suites');
const RESULTS = fileURLToPath(new URL('results.json', import.meta.url));
const NATIVE_SECONDS = 240;
const MARK = '@@ suite ';
/** Output before the first mark is npm's; a suite's output is shown on request. */
const OUTPUT = { encoding: 'utf8', maxBuffer: 2 ** 28 } as const;

function runNatively(suite: Suite, folder: string): string {
  const env = { ...process.env, PATH: `${dirname(installNode(CACHE))}:${process.env.PATH}`, CI: 'true', NO_COLOR: '1' };
  const { stdout, stderr } = spawnSync('bash', ['-c', suite.command], { cwd: folder, env, timeout: NATIVE_SECONDS * 1000, ...OUTPUT });
  return stdout + stderr;
}

/** Runs several suites in one start of the engine. */
function runOnEngine(suites: readonly { suite: Suite; folder: string }[]): Map<Suite, string> {
  const parent = join(CACHE, 'batch');
  rmSync(parent, { recursive: true, force: true });
  mkdirSync(parent, { recursive: true });
  const steps = suites.map(({ suite, folder }) => {
    spawnSync('cp', ['-al', folder, join(parent, suite.name)]);
    // A suite that does not end takes no time from the others.
    writeFileSync(join(parent, `${suite.name}.sh`), `cd ${suite.name}\nexport CI=true NO_COLOR=1\n${suite.command}\n`);
    return `echo; echo "${MARK}${suite.name}"; timeout -k 5 ${values.seconds} sh ${suite.name}.sh 2>&1`;
  });
  const seconds = (Number(values.seconds) + 10) * suites.length + 20;
  const script = ['run', '-s', 'engine', '--', '--timeout', String(seconds), parent, `${steps.join('\n')}\necho; echo "${MARK}"`];
  const { stdout, stderr } = spawnSync('npm', script, { cwd: ROOT, timeout: (seconds + 60) * 1000, ...OUTPUT });
  rmSync(parent, { recursive: true, force: true });
  const parts = `${stdout}\n${stderr}`.split(MARK).slice(1);
  // Suites for which there was not enough time do not count as run.
  return new Map(
    suites.flatMap(({ suite }) => {
      const part = parts.find((each) => each.startsWith(`${suite.name}\n`));
      return part === undefined ? [] : [[suite, part] as const];
    }),
  );
}

function described(counts: Counts | null | undefined): string {
  if (counts === undefined) return 'not run';
  if (counts === null) return 'no result';
  return counts.failed === 0 ? `${counts.passed}` : `${counts.passed}, ${counts.failed} fail`;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sources: { type: 'string' },
    where: { type: 'string' },
    batch: { type: 'string', default: '1' },
    /** For each suite of a batch, on the engine. */
    seconds: { type: 'string', default: '240' },
    show: { type: 'boolean', default: false },
    table: { type: 'boolean', default: false },
  },
});
const { sources, where } = values;
/** Read each time, because another run may be working on other suites. */
const keptResults = () => JSON.parse(readFileSync(RESULTS, 'utf8')) as KeptResults;

function keep(suite: Suite, side: 'native' | 'engine', output: string): void {
  const counts = suite.count(output);
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(join(CACHE, `${suite.name}.${side}.log`), output);
  if (values.show) console.log(output);
  const results = keptResults();
  const standing = results[suite.name];
  results[suite.name] = { ...(standing?.at === suite.at ? standing : {}), at: suite.at, [side]: counts };
  writeFileSync(RESULTS, `${JSON.stringify(Object.fromEntries(Object.entries(results).sort(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`);
  const { native, engine } = results[suite.name] ?? {};
  console.log(
    `${suite.name} ${suite.at} on ${side}: ${described(counts)}${isAsGood(native, engine) ? '' : `   (native ${described(native)}, engine ${described(engine)})`}`,
  );
}

if (sources !== undefined) {
  const ready: { suite: Suite; folder: string }[] = [];
  for (const suite of SUITES.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
    const repository = sourcesOf(suite, sources);
    if (repository === null) {
      console.log(`${suite.name}: no clone of ${suite.repository} in ${sources}`);
      continue;
    }
    try {
      ready.push({ suite, folder: prepareSuite(suite, repository, join(CACHE, suite.name)) });
    } catch (error) {
      console.log(`${suite.name}: could not be prepared: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
    }
  }
  if (where !== 'engine') for (const { suite, folder } of ready) keep(suite, 'native', runNatively(suite, folder));
  const size = Math.max(1, Number(values.batch));
  for (let start = 0; where !== 'native' && start < ready.length; start += size) {
    const batch = ready.slice(start, start + size);
    for (const [suite, output] of runOnEngine(batch)) keep(suite, 'engine', output);
  }
} else if (!values.table) {
  console.error('Usage: npm run packages -- --sources <folder of clones> [--where engine|native] [--batch 4] [--show] [--table] [name …]');
  process.exitCode = 2;
}
if (values.table) {
  const documentPath = join(ROOT, 'docs/engine.md');
  const begin = '<!-- packages: written by `npm run packages -- --table` -->';
  writeFileSync(
    documentPath,
    replaceMarked(readFileSync(documentPath, 'utf8'), begin, '<!-- /packages -->', tableOf(SUITES, keptResults(), described)),
  );
}
