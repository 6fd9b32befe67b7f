import { z } from 'zod';
import type { RunEvent } from '../../../app/lib/protocol/unattended/unattended.ts';
import type { EndProblem } from './end-states.ts';
import type { SlipFate } from './hostile/hostile-model.ts';
import { type RequestFigures, requestFigures } from './measure/request-figures.ts';
import { addNoise, NO_NOISE, noiseBytes, type ResultNoise, resultNoise } from './measure/result-noise.ts';
import type { ReplayedRun } from './replay-run.ts';
import { type SentResult, sentResults } from './sent-results.ts';
import type { TrajectoryId } from './trajectory.ts';

/** A call that did not do what the model asked for. */
export interface FailedCall {
  tool: string;
  /** The policy denied it. */
  isRefused: boolean;
  why: string;
}

/** The result of one run of the bench. */
export interface CraftRow {
  /** The trajectory, or `H` and its number for the hostile run of it. */
  id: string;
  problem: EndProblem;
  figures: RequestFigures;
  failed: readonly FailedCall[];
  /** Commands that ran and exited with a code other than 0. */
  notZero: readonly string[];
  noise: ResultNoise;
  searches: number;
  vitest: number;
  seconds: number;
  notes: readonly string[];
  /** Empty for a run without slips. */
  fates: readonly SlipFate[];
}

export function craftRow(id: TrajectoryId, run: ReplayedRun, problem: EndProblem, milliseconds: number): CraftRow {
  const results = sentResults(run.requests);
  const { outcome, why } = run.result;
  return {
    id: run.fates.length === 0 ? id : id.replace('T', 'H'),
    fates: run.fates,
    problem: outcome === 'completed' ? problem : `${outcome}: ${why ?? ''}`,
    figures: requestFigures(run.requests),
    failed: failedCalls(run.events),
    notZero: commandsNotZero(run.events),
    noise: results.map(({ text }) => resultNoise(text)).reduce(addNoise, NO_NOISE),
    searches: sum(results.filter(({ tool }) => tool === 'devonz_search_code').map(bytesOf)),
    vitest: id === 'T1' ? Math.max(0, ...results.filter(isFailedVitest).map(bytesOf)) : 0,
    seconds: milliseconds / 1000,
    notes: run.notes,
  };
}

function failedCalls(events: readonly RunEvent[]): FailedCall[] {
  const denied = new Set(events.flatMap((event) => (event.type === 'tool-call-denied' ? [event.id] : [])));
  return events.flatMap((event) => {
    if (event.type !== 'tool-call-result' || event.status === 'success') return [];
    return [{ tool: event.tool, isRefused: denied.has(event.id), why: event.message }];
  });
}

const endedSchema = z.object({ command: z.string(), exitCode: z.number() });

function commandsNotZero(events: readonly RunEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type !== 'tool-call-result' || event.status !== 'success') return [];
    const ended = endedSchema.safeParse(event.output);
    return ended.success && ended.data.exitCode !== 0 ? [`${ended.data.command} (${ended.data.exitCode})`] : [];
  });
}

/** By what it printed: the call may name a script of any name. */
export function isFailedVitest({ text }: Pick<SentResult, 'text'>): boolean {
  return /^ ?RUN {2}v\d/m.test(text) && /^ *Tests {2}.*\bfailed\b/m.test(text);
}

function bytesOf({ text }: { text: string }): number {
  return Buffer.byteLength(text);
}

/** Each name ends with its unit. */
export function rowFigures({
  problem,
  figures,
  failed,
  notZero,
  noise,
  searches,
  vitest,
  seconds,
  fates,
}: CraftRow): Record<string, number> {
  const slips =
    fates.length === 0 ? {} : { slips_count: fates.length, slipsEnded_count: fates.filter(({ fate }) => fate === 'ended').length };
  return {
    ...slips,
    finished_count: problem === null ? 1 : 0,
    requests_count: figures.requests,
    sent_kB: kilobytes(figures.sent),
    fixed_kB: kilobytes(figures.fixed),
    tools_kB: kilobytes(figures.tools),
    keptMedian_percent: tenths(figures.keptMedian),
    keptWorst_percent: tenths(figures.keptWorst),
    cached_percent: tenths(figures.cached),
    failedCalls_count: failed.length,
    refusedCalls_count: failed.filter(({ isRefused }) => isRefused).length,
    commandsNotZero_count: notZero.length,
    results_kB: kilobytes(noise.bytes),
    noise_kB: kilobytes(noiseBytes(noise)),
    escapes_kB: kilobytes(noise.escapes),
    redraws_kB: kilobytes(noise.redraws),
    repeated_kB: kilobytes(noise.repeated),
    quoting_kB: kilobytes(noise.quoting),
    searches_kB: kilobytes(searches),
    vitest_kB: kilobytes(vitest),
    time_s: Math.round(seconds),
  };
}

export function rowInWords({ id, problem, failed, notZero, notes, fates }: CraftRow): string {
  const calls = failed.map(
    ({ tool, isRefused, why }) => `  ${isRefused ? 'refused' : 'failed'} ${tool}: ${why.replaceAll('\n', ' ').slice(0, 220)}`,
  );
  return [
    `${id}: ${problem ?? 'finished, and its end state holds'}`,
    ...calls,
    ...notZero.map((command) => `  not 0: ${command}`),
    ...fates.map(({ name, answer, fate }) => `  slip at answer ${answer}, ${name}: ${fate === 'ended' ? 'IT ENDED THE RUN' : fate}`),
    ...notes.map((note) => `  script: ${note}`),
  ].join('\n');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}

function kilobytes(bytes: number): number {
  return Math.round(bytes / 100) / 10;
}

function tenths(number: number): number {
  return Math.round(number * 10) / 10;
}
