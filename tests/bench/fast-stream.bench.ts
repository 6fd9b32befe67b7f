import { askChat, partsOf, streamedText } from '../e2e/support/flood/ask-chat.ts';
import { FloodProvider } from '../e2e/support/flood/flood-provider.ts';
import { floodText } from '../e2e/support/flood/flood-text.mjs';
import { processFigures, watchServer } from '../e2e/support/flood/watch-server.ts';
import { type BenchServer, startBenchServer } from './stream/bench-server.ts';

/** A response that takes longer is a failure. */
const PATIENCE_MS = 120_000;
/** Characters of the response and of each event. */
const FLOODS = [
  [50_000, 4],
  [500_000, 1],
  [1_000_000, 1],
  [2_000_000, 1],
] as const;

/**
 * Tests the server of `npm start` with a provider that streams as fast as it is read: whether the response is complete and correct, whether
 * the time grows no faster than its length, how long others wait meanwhile, and its cost. Needs a build. Arguments: `text`, `tool`.
 */
export async function bench(args: readonly string[]): Promise<Record<string, number>> {
  const provider = await FloodProvider.start();
  const server = await startBenchServer(provider.url, 18_700);
  const figures: Record<string, number> = { startMs: server.startMs };
  try {
    const idle = await processFigures(server.pid);
    figures.idleMemoryMb = idle.memoryMb;
    figures.idleDescriptors = idle.descriptors;
    const kinds = args.length > 0 ? args : ['text'];
    for (const kind of kinds) {
      for (const [characters, perEvent] of FLOODS) Object.assign(figures, await flood(server, kind, characters, perEvent));
    }
  } finally {
    await server.stop();
    await provider.stop();
  }
  return figures;
}

async function flood(server: BenchServer, kind: string, characters: number, perEvent: number): Promise<Record<string, number>> {
  const watch = watchServer(server.port, server.pid);
  const pauses = watchOwnPauses();
  const asked = askChat(server.port, `openai:flood-${kind}-${characters}-${perEvent}`, kind === 'tool' ? ['devonz_write_file'] : []);
  const answer = await Promise.race([asked, new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS))]);
  const { slowestMs, answered, failed, memoryMb, descriptors } = await watch.stop();
  const ownPauseMs = pauses.stop();
  const name = `${kind}${characters / 1_000}kBy${perEvent}`;
  const isRight = answer !== null && isWhole(answer.body, kind, characters);
  console.log(name, isRight ? 'right' : 'WRONG', { slowestMs, ownPauseMs, answered, failed, memoryMb, descriptors });
  return {
    [`${name}Right`]: isRight ? 1 : 0,
    [`${name}Ms`]: Math.round(answer?.milliseconds ?? PATIENCE_MS),
    [`${name}SlowestOtherMs`]: slowestMs,
    [`${name}OwnPauseMs`]: ownPauseMs,
    [`${name}OthersFailed`]: failed,
    [`${name}MemoryMb`]: memoryMb,
    [`${name}Descriptors`]: descriptors,
  };
}

/** Returns the longest time this process itself was not scheduled: a busy machine lengthens every wait. */
function watchOwnPauses(): { stop(): number } {
  let last = performance.now();
  let longest = 0;
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last - 10);
    last = performance.now();
  }, 10);
  return {
    stop() {
      clearInterval(timer);
      return Math.round(longest);
    },
  };
}

function isWhole(body: string, kind: string, characters: number): boolean {
  const text = floodText(characters);
  const hasError = partsOf(body).some(({ type }) => type === 'error');
  if (kind === 'tool') return !hasError && streamedText(body, 'tool-input-delta') === JSON.stringify({ path: 'flood.md', content: text });
  return !hasError && streamedText(body, 'text-delta') === text;
}
