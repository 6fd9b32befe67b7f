import type { Figure } from './bench-context.ts';
import { median } from './median.ts';
import { runNative } from './run-native.ts';

const ROUNDS = 9;

/** Measures `node -e 0` from spawn to exit, on an engine that has run programs before. */
export const nodeStartFigure: Figure = {
  name: 'node-start',
  async measure(context) {
    const page = await context.openPage();
    const times = await page.evaluate(async (rounds) => {
      const container = await booted();
      const measured: number[] = [];
      for (let round = 0; round < rounds + 2; round += 1) {
        // As between two commands of a user or an agent: the engine has had time to prepare the next process.
        await new Promise((resolve) => setTimeout(resolve, 500));
        const startedAt = performance.now();
        const child = await container.spawn('node', ['-e', '0']);
        await child.exit;
        measured.push(performance.now() - startedAt);
      }
      return measured.slice(2);
    }, ROUNDS);
    const native: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) native.push(await runNative(process.execPath, ['-e', '0']));
    await page.context().close();
    return {
      nodeStartMs: median(times),
      nodeStartNativeMs: median(native),
      nodeStartRatio: median(times) / median(native),
    };
  },
};
