import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureBuild } from '../../scripts/build.mjs';
import { type CraftRow, craftRow, rowFigures, rowInWords } from './craft/craft-row.ts';
import { endProblem } from './craft/end-states.ts';
import { replayRun } from './craft/replay-run.ts';
import { smallWindowFigures } from './craft/small-window.ts';
import { TRAJECTORY_IDS, type TrajectoryId } from './craft/trajectory.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The window of most models today; the trajectories need less. */
const WINDOW = 131_072;
const SMALL_WINDOW = 'small-window';

/**
 * Measures a model's runs: `npm run bench -- craft [--only T1,T2,small-window] [--window TOKENS] [--keep FOLDER] [--built]`.
 *
 * Four recorded runs of a language model (`tests/fixtures/trajectories`) come again as the answers of a scripted endpoint on loopback: the built app, its engine
 * and the package registry are real, without a window as by `npm run agent`. `craft/adaptations.ts` says where an answer was changed. For each run:
 *
 * - `finished`: 1 where the run ended as completed and the folder that it left is what the task asked for (`craft/end-states.ts`), by the native Node.
 * - `requests`; `sent`: the JSON bodies of them, summed; `fixed`: tools and system messages of the first; `tools`: of it the tools.
 * - `keptMedian`, `keptWorst`: how much of a request the next one begins with; `cached`: how much of all that was sent a prefix cache has
 *   (`craft/measure/request-figures.ts` says how a request is laid out for this).
 * - `failedCalls`: calls whose result is an error or a cancellation; `refusedCalls`: of them those that the policy denied.
 * - `commandsNotZero`: commands that ran and ended with another code, such as tests that are to fail.
 * - `results`: bytes of all results of tools, each as it was first sent; `noise`: what of them says nothing to the model: escape codes, text that
 *   was drawn over, lines of a result that are in another field of it, backslashes that JSON adds (`craft/measure/result-noise.ts`).
 * - `searches`: bytes of the results of `devonz_search_code`; `vitest`: of the largest result that vitest's run of T1's three tests had.
 *
 * `small-window` is a run of 80 reads in a window of 16k tokens (`craft/small-window.ts`): whether it ends, and how often in 8 steps the prefix broke.
 *
 * `--keep` writes each run's requests, events and results into a folder; `--built` takes the build as it is.
 */
export async function bench(args: readonly string[]): Promise<Record<string, number>> {
  const { values } = parseArgs({
    args: [...args],
    options: { only: { type: 'string' }, window: { type: 'string' }, keep: { type: 'string' }, built: { type: 'boolean', default: false } },
  });
  const ids = idsOf(values.only);
  const isSmallWindow = values.only?.split(',').includes(SMALL_WINDOW) ?? true;
  if (ids.length > 0 && !values.built) await ensureBuild(ROOT);
  const rows: CraftRow[] = [];
  for (const id of ids) {
    const startedAt = Date.now();
    const run = await replayRun(id, Number(values.window ?? WINDOW), (line) => console.error(`${id}: ${line}`));
    if (values.keep !== undefined) await keepRun(values.keep, id, run);
    const problem = run.after === null ? 'the files could not be read at the end' : await endProblem(id, run.before, run.after);
    const row = craftRow(id, run, problem, Date.now() - startedAt);
    rows.push(row);
    console.error(rowInWords(row));
  }
  console.table(Object.fromEntries(rows.map((row) => [row.id, rowFigures(row)])));
  return { ...allFigures(rows), ...(isSmallWindow ? await smallWindowFigures() : {}) };
}

function idsOf(only: string | undefined): readonly TrajectoryId[] {
  const wanted = only?.split(',');
  const unknown = wanted?.filter((name) => name !== SMALL_WINDOW && !TRAJECTORY_IDS.some((id) => id === name)) ?? [];
  if (unknown.length > 0) throw new Error(`No trajectory ${unknown.join(', ')}. There are: ${TRAJECTORY_IDS.join(', ')}, ${SMALL_WINDOW}`);
  return TRAJECTORY_IDS.filter((id) => wanted?.includes(id) ?? true);
}

async function keepRun(folder: string, id: TrajectoryId, run: Awaited<ReturnType<typeof replayRun>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { requests, events, result, notes } = run;
  await writeFile(join(folder, `${id}.json`), JSON.stringify({ result, notes, events, requests }, null, 1));
}

function allFigures(rows: readonly CraftRow[]): Record<string, number> {
  const figures: Record<string, number> = {};
  for (const row of rows) for (const [name, value] of Object.entries(rowFigures(row))) figures[`${row.id}_${name}`] = value;
  const sum = (read: (row: CraftRow) => number) => rows.reduce((all, row) => all + read(row), 0);
  return {
    ...figures,
    all_finished_count: sum(({ problem }) => (problem === null ? 1 : 0)),
    all_requests_count: sum(({ figures: { requests } }) => requests),
    all_sent_kB: kilobytes(sum(({ figures: { sent } }) => sent)),
    all_failedCalls_count: sum(({ failed }) => failed.length),
  };
}

function kilobytes(bytes: number): number {
  return Math.round(bytes / 100) / 10;
}
