import type { Page } from '@playwright/test';
import type { Figure } from './bench-context.ts';
import { median } from './median.ts';

const ROUNDS = 5;

/** Measures from `boot()` to the first output of the first command. Cold: all caches are empty. Warm: the page was reloaded. */
export const bootFigure: Figure = {
  name: 'boot',
  async measure(context) {
    const cold: number[] = [];
    const warm: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const page = await context.openPage();
      cold.push(await firstOutput(page));
      // The second load finds the scripts in the cache; their compiled code is kept from the third on.
      for (let load = 0; load < 2; load += 1) {
        await page.reload();
        await page.waitForFunction(() => 'WebContainer' in globalThis);
        const time = await firstOutput(page);
        if (load === 1) warm.push(time);
      }
      await page.context().close();
    }
    return { bootColdMs: median(cold), bootWarmMs: median(warm) };
  },
};

function firstOutput(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const startedAt = performance.now();
    const container = await WebContainer.boot({ workdirName: 'project', coep: 'require-corp' });
    const child = await container.spawn('jsh', ['-c', 'echo first']);
    await child.output.getReader().read();
    return performance.now() - startedAt;
  });
}
