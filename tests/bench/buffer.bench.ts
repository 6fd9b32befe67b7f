import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { startBenchContext } from './engine/bench-context.ts';
import { runNative } from './engine/run-native.ts';

const WORK = new URL('./buffer/buffer-work.mjs', import.meta.url);
const resultSchema = z.object({ times: z.record(z.string(), z.number()), hash: z.string() });
/** Below this a time is a few calls of a clock. In milliseconds. */
const LEAST = 0.1;

/**
 * `npm run bench -- buffer [kB,MB,50MB]`: the methods of Buffer on the engine beside this machine's Node. A figure is the engine's time
 * divided by Node's, each the best of three. Fails if any result differs.
 */
export async function bench([sizes = 'kB,MB,50MB']: readonly string[]): Promise<Record<string, number>> {
  let printed = '';
  await runNative(process.execPath, [fileURLToPath(WORK), sizes], {
    onOutput: (text) => {
      printed += text;
    },
  });
  const native = resultSchema.parse(JSON.parse(printed));
  const engine = await onEngine(sizes);
  if (engine.hash !== native.hash) throw new Error('Buffer gives other results on the engine than natively.');
  const ratios = Object.entries(native.times).map(([name, time]) => {
    const ratio = Math.max(engine.times[name] ?? Number.NaN, LEAST) / Math.max(time, LEAST);
    return [`${name}_ratio`, Math.round(ratio * 10) / 10] as const;
  });
  return Object.fromEntries([...ratios.sort(([, one], [, other]) => other - one)]);
}

async function onEngine(sizes: string): Promise<z.infer<typeof resultSchema>> {
  const context = await startBenchContext(undefined);
  try {
    const page = await context.openPage();
    const source = await readFile(WORK, 'utf8');
    const { output } = await page.evaluate(
      async ({ source, sizes }) => {
        await booted();
        return runToEnd('node', ['--input-type=module', '--eval', source, '--', sizes]);
      },
      { source, sizes },
    );
    return resultSchema.parse(JSON.parse(output));
  } finally {
    await context.close();
  }
}
