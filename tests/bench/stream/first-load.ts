import { gzipSync } from 'node:zlib';
import { noteWhenReady, scriptsBeforeReady } from '../../e2e/support/first-scripts.ts';
import { workbenchOf } from '../../e2e/support/workbench.ts';
import type { StreamBench } from './stream-bench.ts';

/** JavaScript that comes before the message box works, gzipped. */
export async function firstLoad({ browser, server }: StreamBench): Promise<Record<string, number>> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const bodies = new Map<string, Promise<number>>();
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return;
      const size = response.body().then((body) => gzipSync(body).byteLength);
      // Still on its way at the end: not needed for the box.
      bodies.set(
        response.url(),
        size.catch(() => 0),
      );
    });
    await page.addInitScript(noteWhenReady);
    const workbench = workbenchOf(page, server);
    await workbench.open();
    await workbench.message.fill('a');
    let bytes = 0;
    for (const url of await page.evaluate(scriptsBeforeReady)) bytes += (await bodies.get(url)) ?? 0;
    return { javascriptBeforeTheBox_kB: Number((bytes / 1_000).toFixed(1)) };
  } finally {
    await context.close();
  }
}
