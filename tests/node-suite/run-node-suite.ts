// npm run node-suite -- --sources <git directory or checkout> [--commit C] [--only fs,path] [--file test-fs-read.js] [--where
// native|engine] Runs Node's own test/parallel on the engine and counts the results per module; native Node 22 determines which tests are
// applicable. The tests are data supplied at run time: the repository contains none of them. With --table the counts are written to
// results.json and docs/engine.md.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { replaceMarked } from '../../scripts/replace-marked.ts';
import { runOnEngine } from './engine-tests.ts';
import { installNode, runNatively, type Test } from './native-tests.ts';
import { readTest } from './read-test.ts';
import { countModules, type Outcome, type Results, type Run, rate, scoreboardTable, whyNotApplicable } from './scoreboard.ts';
import { moduleOf } from './suite-modules.ts';
import { unpackSources } from './test-sources.ts';

const USAGE = `Usage: npm run node-suite -- --sources <git directory or checkout of Node's tests> [options]
  --commit <commit>       of a git directory (HEAD)
  --only <fs,path>        modules
  --file <test-fs-a.js>   tests, separated by commas; or a part of their names
  --where native|engine   native: only find out what is applicable
  --lanes <3>             tests at once on the engine
  --seconds <10>          after which a test counts as hung
  --table                 write results.json and the table in docs/engine.md; modules that were not run keep what they have`;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const RESULTS = join(ROOT, 'tests/node-suite/results.json');
const GOALS = { module: 60, overall: 80 };
const BEGIN = '<!-- node-suite: written by `npm run node-suite -- --table` -->';
const END = '<!-- /node-suite -->';

function readTests(folder: string, isChosen: (file: string) => boolean): Test[] {
  return readdirSync(join(folder, 'test/parallel'))
    .filter((file) => moduleOf(file) !== null && isChosen(file))
    .map((file) => {
      const source = readFileSync(join(folder, 'test/parallel', file), 'utf8');
      return { file, source, ...readTest(source) };
    });
}

/** Returns the version of the tests, as far as their checkout states it. */
function versionOfTests(sources: string, commit: string): string {
  const said = (file: string) => {
    try {
      return execFileSync('git', ['-C', sources, 'show', `${commit}:${file}`], { stdio: ['ignore', 'pipe', 'ignore'] }).toString();
    } catch {
      return '';
    }
  };
  return /version = "([\d.]+)"/.exec(said('node_version.ts'))?.[1] ?? commit;
}

function writeTable(modules: Results['modules'], tests: string, node: string): void {
  const former: Results = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : { modules: {} };
  const results: Results = { tests, node, modules: { ...former.modules, ...modules } };
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
  const path = join(ROOT, 'docs/engine.md');
  writeFileSync(path, replaceMarked(readFileSync(path, 'utf8'), BEGIN, END, scoreboardTable(results, GOALS)));
}

function show(runs: readonly Run[]): void {
  for (const { file, engine, ...run } of runs) {
    if (engine === null || engine.kind === 'pass' || whyNotApplicable(run) !== null) continue;
    console.log(`${file}: ${engine.kind === 'skip' ? 'skips itself' : engine.error}`);
  }
  const modules = countModules(runs);
  const all = { pass: 0, fail: [] as string[] };
  for (const [name, counted] of Object.entries(modules)) {
    const { pass, fail, notApplicable } = counted;
    all.pass += pass;
    all.fail.push(...fail);
    const reasons = Object.entries(notApplicable).map(([reason, count]) => `${count} ${reason}`);
    console.log(
      `${name}: ${pass} pass, ${fail.length} fail, ${rate(counted).toFixed(1)} % (not applicable: ${reasons.join(', ') || 'none'})`,
    );
  }
  console.log(`together: ${all.pass} pass, ${all.fail.length} fail, ${rate(all).toFixed(1)} %`);
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      sources: { type: 'string' },
      commit: { type: 'string', default: 'HEAD' },
      only: { type: 'string' },
      file: { type: 'string' },
      where: { type: 'string' },
      lanes: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '10' },
      table: { type: 'boolean', default: false },
    },
  });
  if (values.sources === undefined) {
    console.error(USAGE);
    return 2;
  }
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'devonz-node-suite');
  mkdirSync(cache, { recursive: true });
  const folder = unpackSources(resolve(values.sources), values.commit, cache);
  const modules = values.only?.split(',');
  const files = values.file?.split(',');
  const tests = readTests(
    folder,
    (file) =>
      (modules === undefined || modules.includes(moduleOf(file) ?? '')) &&
      (files === undefined || files.some((part) => file === part || (!/js$/.test(part) && file.includes(part)))),
  );
  const node = installNode(cache);
  const version = execFileSync(node, ['--version']).toString().trim().slice(1);
  const native = await runNatively(
    tests.filter(({ notApplicable }) => notApplicable === null),
    { node, folder, cache, version },
  );
  const isApplicable = ({ file, notApplicable }: Test) => whyNotApplicable({ notApplicable, native: native.get(file) ?? null }) === null;
  const engine: Map<string, Outcome> =
    values.where === 'native'
      ? new Map()
      : await runOnEngine(tests.filter(isApplicable), {
          folder,
          lanes: Number(values.lanes),
          seconds: Number(values.seconds),
          outputs: join(cache, 'outputs'),
        });
  const runs = tests.map(({ file, notApplicable }) => ({
    file,
    notApplicable,
    native: native.get(file) ?? null,
    engine: engine.get(file) ?? null,
  }));
  show(runs);
  if (values.where === 'native') console.log(`applicable: ${tests.filter(isApplicable).length} of ${tests.length}`);
  else if (values.table) writeTable(countModules(runs), versionOfTests(resolve(values.sources), values.commit), version);
  return 0;
}

process.exitCode = await main();
