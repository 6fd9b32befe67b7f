// npm run strangers -- [--only NAME] [--missing] [--where native|engine] [--table] [--rotate N] [--keep FOLDER] [--engine FOLDER]
// Takes projects created by third-party generators through install, build, start, first page, an edit and tests, on native Node and on the
// engine. See docs/engine.md.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createEngineBuild } from '../../packages/engine/scripts/build-engine.mjs';
import { replaceMarked } from '../../scripts/replace-marked.ts';
import { outcomeOf } from './classify.ts';
import { engineMachine } from './machines/engine-machine.ts';
import { nativeMachine } from './machines/native-machine.ts';
import { makeProject } from './make-project.ts';
import { type Results, readResults, withRun, writeResults } from './results.ts';
import { rotated, rotation } from './rotation.ts';
import { runSteps } from './run-steps.ts';
import type { StepResult, Stranger, Where } from './stranger.ts';
import { STRANGERS } from './strangers.ts';
import { strangersTable } from './table.ts';

const USAGE = `Usage: npm run strangers -- [options]
  --only NAME             projects whose name holds this; with --exact: is this
  --missing               projects without a result on both
  --where native|engine   on one of the two only
  --rotate N              N of the quick ones, others every day, on the engine, without a word in the results
  --table                 writes the table of docs/engine.md from the results (alone: and runs nothing)
  --keep FOLDER           where generated projects stay for further runs
  --engine FOLDER         a built engine (packages/engine/scripts/build-engine.mjs --out)
  --results FILE          what is known of each project (tests/strangers/results.json)
  --list                  the names`;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DOCUMENT = join(ROOT, 'docs/engine.md');
const BEGIN = '<!-- strangers: written by `npm run strangers -- --table` -->';
const END = '<!-- /strangers -->';

interface Settings {
  results: string;
  kept: string;
  builtEngine: string | undefined;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      exact: { type: 'boolean', default: false },
      missing: { type: 'boolean', default: false },
      where: { type: 'string' },
      rotate: { type: 'string' },
      table: { type: 'boolean', default: false },
      keep: { type: 'string' },
      engine: { type: 'string' },
      results: { type: 'string', default: join(ROOT, 'tests/strangers/results.json') },
      list: { type: 'boolean', default: false },
    },
  });
  if (values.where !== undefined && values.where !== 'native' && values.where !== 'engine') {
    console.error(USAGE);
    return 2;
  }
  if (values.list) console.log(STRANGERS.map(({ name }) => name).join('\n'));
  if (values.list) return 0;
  const scratch = await mkdtemp(join(tmpdir(), 'strangers-'));
  try {
    const isEngineRun = values.where !== 'native' && !(values.table && values.only === undefined);
    const settings = {
      results: values.results,
      kept: values.keep ?? scratch,
      builtEngine: values.engine ?? (isEngineRun ? await buildEngine(scratch) : undefined),
    };
    if (values.rotate !== undefined) return await rotate(Number(values.rotate), settings);
    const known = await readResults(settings.results);
    const isMissing = (name: string): boolean => known[name]?.native === undefined || known[name]?.engine === undefined;
    const chosen = STRANGERS.filter(({ name }) => isNamed(name, values.only, values.exact) && (!values.missing || isMissing(name)));
    if (chosen.length === 0) throw new Error(`No project is called so. There are: ${STRANGERS.map(({ name }) => name).join(', ')}`);
    const places: Where[] = values.where === undefined ? ['native', 'engine'] : [values.where];
    const isRun = !values.table || values.only !== undefined || values.missing;
    if (isRun) for (const stranger of chosen) await runOne(stranger, places, settings);
    if (values.table) await writeTable(await readResults(settings.results));
    return 0;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function buildEngine(folder: string): Promise<string> {
  const engine = await createEngineBuild({ out: join(folder, 'built/engine') });
  await engine.rebuild();
  await engine.dispose();
  return join(folder, 'built');
}

async function runOne(stranger: Stranger, places: readonly Where[], settings: Settings): Promise<void> {
  console.log(`── ${stranger.name}`);
  for (const where of places) {
    const { steps, versions } = await runAt(where, stranger, settings);
    const date = new Date().toISOString().slice(0, 10);
    // Read again, because another run may have written in the meantime.
    const results = withRun(await readResults(settings.results), {
      name: stranger.name,
      where,
      date,
      steps,
      ...(where === 'native' ? { versions } : {}),
    });
    await writeResults(settings.results, results);
    print(where, steps);
    const { native, engine } = results[stranger.name] ?? {};
    if (where === 'engine') console.log(`  ${outcomeOf(native?.steps, engine?.steps)}`);
  }
}

async function runAt(where: Where, stranger: Stranger, settings: Settings): Promise<{ steps: StepResult[]; versions: string[] }> {
  const made = await makeProject(stranger, settings.kept);
  if (where === 'engine') {
    const machine = await engineMachine(made, ROOT, settings.builtEngine);
    const steps = await runSteps(machine, stranger);
    await machine.close();
    return { steps, versions: [] };
  }
  const folder = await mkdtemp(join(tmpdir(), 'stranger-native-'));
  try {
    await cp(made, folder, { recursive: true, verbatimSymlinks: true });
    const machine = await nativeMachine(folder);
    const steps = await runSteps(machine, stranger);
    await machine.close();
    return { steps, versions: await versionsIn(folder, stranger.packages) };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function versionsIn(folder: string, packages: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const name of packages) {
    const text = await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8').catch(() => '{}');
    const { version } = JSON.parse(text) as { version?: string }; // An installed package's own manifest.
    if (version !== undefined) found.push(`${name} ${version}`);
  }
  return found;
}

function isNamed(name: string, parts: readonly string[] | undefined, isExact: boolean): boolean {
  return parts === undefined || parts.some((part) => (isExact ? name === part : name.includes(part)));
}

/** Checks that every quick project does on the engine what the results record for native Node. */
async function rotate(count: number, settings: Settings): Promise<number> {
  const known = await readResults(settings.results);
  let failed = 0;
  for (const stranger of rotation(rotated(STRANGERS, known), count, new Date())) {
    console.log(`── ${stranger.name}`);
    const { steps } = await runAt('engine', stranger, settings);
    print('engine', steps);
    if (outcomeOf(known[stranger.name]?.native?.steps, steps) === 'as native') continue;
    console.log('FAILED');
    failed++;
  }
  return failed === 0 ? 0 : 1;
}

function print(where: Where, steps: readonly StepResult[]): void {
  console.log(`  ${where.padEnd(6)} ${steps.map(({ step, status, seconds }) => `${step} ${status} ${seconds} s`).join(', ')}`);
  for (const { step, status, said = '' } of steps) {
    if (status !== 'ok') console.log(`    ${step} ${status}:\n${said.replace(/^/gm, '      ')}`);
  }
}

async function writeTable(results: Results): Promise<void> {
  const table = strangersTable(
    STRANGERS.map(({ name }) => name),
    results,
  );
  await writeFile(DOCUMENT, replaceMarked(await readFile(DOCUMENT, 'utf8'), BEGIN, END, table));
}

process.exitCode = await main();
