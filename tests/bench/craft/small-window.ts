import { MemoryWorkspace } from '../../../app/lib/runtime/memory/memory-workspace.ts';
import { keptShares, requestFigures } from './measure/request-figures.ts';
import type { WireAnswer, WireRequest } from './scripted-endpoint.ts';
import { runOverWire } from './wire-session.ts';

const WINDOW = 16_384;
const READS = 80;
const FILES = 40;
const LINES = 100;
const MOST_STEPS = 120;
/** At least this share counts as whole: only a bracket is rounded off. */
const WHOLE_PERCENT = 99.9;

/**
 * Runs 80 reads in memory with a window of 16k tokens: each of 40 files of about 4 kB is read twice, with a note after each read. A request
 * without tools asks for a summary, which the model gives.
 */
export async function smallWindowFigures(): Promise<Record<string, number>> {
  let reads = 0;
  const next = ({ tools }: WireRequest) => {
    if (tools.length === 0) return { place: `summary_${reads}`, answer: { content: `Read so far: ${reads} files. ${FOUND.repeat(60)}` } };
    const place = `small_${reads}`;
    if (reads === READS) return { place: `${place}_end`, answer: DONE };
    const answer: WireAnswer = {
      content: reads === 0 ? 'I read the files one by one.' : `value${(reads - 1) % FILES} is as it should be. ${LOOKED.repeat(8)}`,
      calls: [{ name: 'devonz_read_file', arguments: JSON.stringify({ path: `src/file${reads % FILES}.js` }) }],
    };
    reads += 1;
    return { place, answer };
  };
  const workspace = new MemoryWorkspace(
    Object.fromEntries(Array.from({ length: FILES }, (_, index) => [`src/file${index}.js`, fileOf(index)])),
  );
  const run = await runOverWire({
    task: 'Read all files of src twice.',
    workspace,
    contextLength: WINDOW,
    maxIterations: MOST_STEPS,
    next,
  });
  const steps = run.requests.filter(({ tools }) => tools.length > 0);
  const breaks = keptShares(steps).filter((share) => share < WHOLE_PERCENT).length;
  const { sent, fixed } = requestFigures(steps);
  if (run.why !== undefined) console.error(`small window: ${run.outcome} after ${reads} reads: ${run.why}`);
  return {
    smallWindow_finished_count: run.outcome === 'completed' && reads === READS ? 1 : 0,
    smallWindow_reads_count: reads,
    smallWindow_summaries_count: run.requests.length - steps.length,
    smallWindow_sent_kB: kilobytes(sent),
    smallWindow_fixed_kB: kilobytes(fixed),
    smallWindow_largest_kB: kilobytes(Math.max(0, ...steps.map(({ bytes }) => bytes))),
    smallWindow_breaksIn8Steps_count: Math.round((80 * breaks) / Math.max(1, steps.length - 1)) / 10,
  };
}

/** A note has about 300 characters and a summary 3 kB, like those of the recorded model. */
const LOOKED = 'I have looked at every line of it. ';
const FOUND = 'The values are as they should be in each of the files. ';
const DONE: WireAnswer = { content: 'All files are read.' };

function fileOf(index: number): string {
  return Array.from({ length: LINES }, (_, line) => `export const value${index}_${line} = ${index * line}; // ${line}`).join('\n');
}

function kilobytes(bytes: number): number {
  return Math.round(bytes / 100) / 10;
}
