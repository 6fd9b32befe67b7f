import type { Page } from '@playwright/test';
import type { BenchContext, Figure } from '../bench-context.ts';
import { showInFrame, startEngineDev, startNativeDev, waitForHeading } from '../dev-servers.ts';
import { median } from '../median.ts';
import { openReactProject } from '../open-react-project.ts';

const ROUNDS = 3;

interface Times {
  ready: number;
  shown: number;
}

/** Measures `vite` of the react-ts fixture from its start to the first painted page, after an earlier run. */
export const viteDevFigure: Figure = {
  name: 'vite-dev',
  async measure(context) {
    const folder = await context.nativeProjects.folder('wasm');
    const page = await openReactProject(context);
    const nativePage = await openNativePage(context);
    const first = await onEngine(page);
    const firstNative = await natively(nativePage, folder);
    const engine: Times[] = [];
    const native: Times[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      engine.push(await onEngine(page));
      native.push(await natively(nativePage, folder));
    }
    await page.context().close();
    await nativePage.context().close();
    const [shown, nativeShown] = [engine, native].map((times) => median(times.map((time) => time.shown))) as [number, number];
    return {
      viteDevFirstMs: first.shown,
      viteDevFirstNativeMs: firstNative.shown,
      viteDevListeningMs: median(engine.map(({ ready }) => ready)),
      viteDevListeningNativeMs: median(native.map(({ ready }) => ready)),
      viteDevMs: shown,
      viteDevNativeMs: nativeShown,
      viteDevRatio: shown / nativeShown,
    };
  },
};

export async function openNativePage(context: BenchContext): Promise<Page> {
  const page = await (await context.browser.newContext()).newPage();
  await page.addInitScript('globalThis.__name = (value) => value');
  return page;
}

async function onEngine(page: Page): Promise<Times> {
  const startedAt = performance.now();
  const server = await startEngineDev(page);
  const ready = performance.now() - startedAt;
  await waitForHeading(await showInFrame(page, server.address));
  const shown = performance.now() - startedAt;
  await server.stop();
  return { ready, shown };
}

async function natively(page: Page, folder: string): Promise<Times> {
  const startedAt = performance.now();
  const server = await startNativeDev(folder);
  const ready = performance.now() - startedAt;
  await page.goto(server.address);
  await waitForHeading(page);
  const shown = performance.now() - startedAt;
  // Otherwise its client would keep polling for the server.
  await page.goto('about:blank');
  await server.stop();
  return { ready, shown };
}
