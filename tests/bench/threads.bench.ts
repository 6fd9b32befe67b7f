import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { serverVariables } from '../../scripts/serve/server-variables.mjs';
import { type BenchContext, startBenchContext } from './engine/bench-context.ts';
import { openReactProject } from './engine/open-react-project.ts';
import { timeOnEngine } from './engine/time-on-engine.ts';

const CATEGORIES = ['disabled-by-default-v8.cpu_profiler', 'v8', 'v8.wasm', 'disabled-by-default-v8.wasm.detailed'];
const FUNCTIONS_SHOWN = 8;

const profileSchema = z.object({
  name: z.enum(['Profile', 'ProfileChunk']),
  pid: z.number(),
  id: z.string(),
  args: z.object({
    data: z.object({
      cpuProfile: z
        .object({
          nodes: z
            .array(z.object({ id: z.number(), callFrame: z.object({ functionName: z.string(), url: z.string().default('') }) }))
            .default([]),
          samples: z.array(z.number()).default([]),
        })
        .optional(),
      timeDeltas: z.array(z.number()).default([]),
    }),
  }),
});
const durationSchema = z.object({ name: z.string(), ph: z.literal('X'), dur: z.number() });

/** Self times of one thread in microseconds, by function. */
type Thread = Map<string, number>;

/**
 * Shows where a second `vite build` spends its time on the engine, by thread, from the browser's tracing: `npm run bench -- threads`.
 * Unlike wall-clock times, thread times are meaningful on a busy machine too.
 */
export async function bench(): Promise<Record<string, number>> {
  const { NPM_REGISTRY_URL: registry } = await serverVariables(fileURLToPath(new URL('../..', import.meta.url)));
  const context = await startBenchContext(registry);
  try {
    const page = await openReactProject(context);
    const build = () => timeOnEngine(page, 'node_modules/.bin/vite', ['build']);
    await build();
    const { events, milliseconds } = await traced(context, build);
    const threads = threadsOf(events)
      .map((thread) => ({ thread, busy: busyMilliseconds(thread) }))
      .sort((one, other) => other.busy - one.busy);
    for (const { thread, busy } of threads.slice(0, 3)) console.error(`${busy.toFixed(0)} ms\n${largest(thread)}`);
    const durations = events.flatMap((event) => durationSchema.safeParse(event).data ?? []);
    const total = (name: string) => durations.reduce((sum, event) => (event.name === name ? sum + event.dur / 1000 : sum), 0);
    return {
      buildMs: milliseconds,
      mainBusyMs: threads[0]?.busy ?? 0,
      secondBusyMs: threads[1]?.busy ?? 0,
      wasmOptimisedMs: total('wasm.TopTierCompilation'),
    };
  } finally {
    await context.close();
  }
}

async function traced(context: BenchContext, run: () => Promise<number>): Promise<{ events: unknown[]; milliseconds: number }> {
  const session = await context.browser.newBrowserCDPSession();
  const events: unknown[] = [];
  session.on('Tracing.dataCollected', ({ value }) => void events.push(...value));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES, excludedCategories: ['*'] },
  });
  const milliseconds = await run();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  return { events, milliseconds };
}

function threadsOf(events: readonly unknown[]): Thread[] {
  const names = new Map<string, Map<number, string>>();
  const threads = new Map<string, Thread>();
  for (const event of events) {
    const { data } = profileSchema.safeParse(event);
    if (data === undefined) continue;
    const key = `${data.pid}/${data.id}`;
    const known = names.get(key) ?? new Map<number, string>();
    const thread = threads.get(key) ?? new Map<string, number>();
    names.set(key, known);
    threads.set(key, thread);
    const { cpuProfile, timeDeltas } = data.args.data;
    for (const { id, callFrame } of cpuProfile?.nodes ?? []) known.set(id, `${callFrame.functionName} ${callFrame.url.slice(-50)}`.trim());
    for (const [index, id] of (cpuProfile?.samples ?? []).entries()) {
      const name = known.get(id) ?? '?';
      thread.set(name, (thread.get(name) ?? 0) + (timeDeltas[index] ?? 0));
    }
  }
  return [...threads.values()];
}

function busyMilliseconds(thread: Thread): number {
  return [...thread].reduce((sum, [name, time]) => (name === '(idle)' || name === '(program)' ? sum : sum + time / 1000), 0);
}

function largest(thread: Thread): string {
  return [...thread]
    .filter(([name]) => name !== '(idle)')
    .sort(([, one], [, other]) => other - one)
    .slice(0, FUNCTIONS_SHOWN)
    .map(([name, time]) => `${(time / 1000).toFixed(0).padStart(8)}  ${name}`)
    .join('\n');
}
