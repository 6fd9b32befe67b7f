import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureBuild } from '../../scripts/build.mjs';
import { type CraftRow, craftRow, rowFigures, rowInWords } from './craft/craft-row.ts';
import { endProblem } from './craft/end-states.ts';
import { missedBars } from './craft/missed-bars.ts';
import { replayRun } from './craft/replay-run.ts';
import { smallWindowFigures } from './craft/small-window.ts';
import { TRAJECTORY_IDS, type TrajectoryId } from './craft/trajectory.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The window of most models today; the trajectories need less. */
const WINDOW = 131_072;
const SMALL_WINDOW = 'small-window';

/**
 * Measures a model's runs: `npm run bench -- craft [--only T1,H2,small-window] [--window TOKENS] [--keep FOLDER] [--built]`.
 *
 * A scripted endpoint on loopback gives the answers of four recorded runs of a language model (`tests/fixtures/trajectories`). The built
 * app, its engine and the package registry are real, without a window as with `npm run agent`. `craft/adaptations.ts` says where an answer
 * was changed. For each run:
 *
 * - `finished`: 1 if the run ended as completed and its folder has the task's end state (`craft/end-states.ts`), checked by native Node.
 * - `requests`: their number; `sent`: the total of their JSON bodies; `fixed`: tools and system messages of the first; `tools`: the tools
 *   in it.
 * - `keptMedian`, `keptWorst`: the share of a request that the next one repeats from its beginning; `cached`: the share of all sent bytes
 *   that a prefix cache has (`craft/measure/request-figures.ts` describes the format in which requests are compared).
 * - `failedCalls`: calls whose result is an error or a cancellation; `refusedCalls`: those among them that the policy denied.
 * - `commandsNotZero`: commands that ran and exited with a code other than 0, such as tests that are meant to fail.
 * - `results`: bytes of all tool results as first sent; `noise`: bytes in them without information: escape codes, overwritten text, lines
 *   repeated in another field, backslashes added by JSON (`craft/measure/result-noise.ts`).
 * - `searches`: bytes of the results of `devonz_search_code`; `vitest`: bytes of the largest result of T1's three tests of which one fails.
 *
 * `H1` to `H4` are the same runs with typical slips of models in between (`craft/hostile/hostile-plan.ts`): `slips`: how many;
 * `slipsEnded`: those after which the run ended, which the words above the table name.
 *
 * `small-window` is a run of 80 reads in a window of 16k tokens (`craft/small-window.ts`): whether it ends, and how often in 8 steps the
 * prefix changed. A bar that is missed (`craft/missed-bars.ts`) is named and makes the exit code 1. `--keep` writes each run's requests, events and results into a folder; `--built` uses the existing build.
 */
export async function bench(args: readonly string[]): Promise<Record<string, number>> {
  const { values } = parseArgs({
    args: [...args],
    options: { only: { type: 'string' }, window: { type: 'string' }, keep: { type: 'string' }, built: { type: 'boolean', default: false } },
  });
  const runs = runsOf(values.only);
  const isSmallWindow = values.only?.split(',').includes(SMALL_WINDOW) ?? true;
  if (runs.length > 0 && !values.built) await ensureBuild(ROOT);
  const rows: CraftRow[] = [];
  for (const { name, id, isHostile } of runs) {
    const startedAt = Date.now();
    const onLog = (line: string) => console.error(`${name}: ${line}`);
    const run = await replayRun(id, { contextLength: Number(values.window ?? WINDOW), isHostile, onLog });
    if (values.keep !== undefined) await keepRun(values.keep, name, run);
    const problem = run.after === null ? 'the files could not be read at the end' : await endProblem(id, run.before, run.after);
    const row = craftRow(id, run, problem, Date.now() - startedAt);
    rows.push(row);
    console.error(rowInWords(row));
  }
  for (const missed of missedBars(rows)) {
    console.error(`MISSED: ${missed}`);
    process.exitCode = 1;
  }
  console.table(Object.fromEntries(rows.map((row) => [row.id, rowFigures(row)])));
  return { ...allFigures(rows), ...(isSmallWindow ? await smallWindowFigures() : {}) };
}

interface NamedRun {
  name: string;
  id: TrajectoryId;
  isHostile: boolean;
}

const RUNS: readonly NamedRun[] = [
  ...TRAJECTORY_IDS.map((id) => ({ name: id, id, isHostile: false })),
  ...TRAJECTORY_IDS.map((id) => ({ name: id.replace('T', 'H'), id, isHostile: true })),
];

function runsOf(only: string | undefined): readonly NamedRun[] {
  const wanted = only?.split(',');
  const unknown = wanted?.filter((name) => name !== SMALL_WINDOW && !RUNS.some((run) => run.name === name)) ?? [];
  const known = [...RUNS.map(({ name }) => name), SMALL_WINDOW].join(', ');
  if (unknown.length > 0) throw new Error(`No run ${unknown.join(', ')}. There are: ${known}`);
  return RUNS.filter(({ name }) => wanted?.includes(name) ?? true);
}

async function keepRun(folder: string, name: string, run: Awaited<ReturnType<typeof replayRun>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { requests, events, result, notes } = run;
  await writeFile(join(folder, `${name}.json`), JSON.stringify({ result, notes, events, requests }, null, 1));
}

function allFigures(rows: readonly CraftRow[]): Record<string, number> {
  const figures: Record<string, number> = {};
  for (const row of rows) for (const [name, value] of Object.entries(rowFigures(row))) figures[`${row.id}_${name}`] = value;
  const plain = rows.filter(({ fates }) => fates.length === 0);
  const sum = (read: (row: CraftRow) => number) => plain.reduce((all, row) => all + read(row), 0);
  const fates = rows.flatMap((row) => row.fates);
  return {
    ...figures,
    all_finished_count: sum(({ problem }) => (problem === null ? 1 : 0)),
    all_requests_count: sum(({ figures: { requests } }) => requests),
    all_sent_kB: kilobytes(sum(({ figures: { sent } }) => sent)),
    all_failedCalls_count: sum(({ failed }) => failed.length),
    hostile_finished_count: rows.filter((row) => row.fates.length > 0 && row.problem === null).length,
    hostile_slips_count: fates.length,
    hostile_slipsEnded_count: fates.filter(({ fate }) => fate === 'ended').length,
  };
}

function kilobytes(bytes: number): number {
  return Math.round(bytes / 100) / 10;
}
