import { firstScripts } from '../../e2e/support/first-scripts.ts';
import { workbenchOf } from '../../e2e/support/workbench.ts';
import type { StreamBench } from './stream-bench.ts';

/** Measures the JavaScript loaded before the message box works, gzipped. */
export async function firstLoad({ browser, server }: StreamBench): Promise<Record<string, number>> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const scripts = await firstScripts(page, workbenchOf(page, server));
    const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0);
    return { javascriptBeforeTheBox_kB: Number((bytes / 1_000).toFixed(1)) };
  } finally {
    await context.close();
  }
}
