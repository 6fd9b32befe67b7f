import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame, Page } from '@playwright/test';
import type { Figure } from '../bench-context.ts';
import { showInFrame, startEngineDev, startNativeDev, waitForHeading } from '../dev-servers.ts';
import { median } from '../median.ts';
import { openReactProject } from '../open-react-project.ts';
import { openNativePage } from './vite-dev-figure.ts';

const ROUNDS = 17;
/** Milliseconds between two changes, as with a user: the work of the previous change has finished. */
const PAUSE = 300;
const COMPONENT = 'src/App.tsx';

/** Measures one change of a component under `vite`, from writing its file until the changed page was painted, by the machine's clock. */
export const hmrFigure: Figure = {
  name: 'hmr',
  async measure(context) {
    const folder = await context.nativeProjects.folder('wasm');
    const source = await readFile(join(folder, COMPONENT), 'utf8');
    const page = await openReactProject(context);
    const nativePage = await openNativePage(context);
    const server = await startEngineDev(page);
    const nativeServer = await startNativeDev(folder);
    try {
      const frame = await showInFrame(page, server.address);
      await waitForHeading(frame);
      await nativePage.goto(nativeServer.address);
      await waitForHeading(nativePage);
      const engine: number[] = [];
      const native: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const title = `Change ${round}`;
        const text = source.replace('Hello from Vite', title);
        engine.push(await timeChange(frame, title, () => writeOnEngine(page, text)));
        await page.waitForTimeout(PAUSE);
        native.push(await timeChange(nativePage, title, () => writeHere(join(folder, COMPONENT), text)));
        await page.waitForTimeout(PAUSE);
      }
      return {
        hmrFirstMs: engine[0] ?? Number.NaN,
        hmrMs: median(engine.slice(1)),
        hmrSlowestMs: Math.max(...engine.slice(1)),
        hmrFirstNativeMs: native[0] ?? Number.NaN,
        hmrNativeMs: median(native.slice(1)),
        hmrSlowestNativeMs: Math.max(...native.slice(1)),
        hmrRatio: median(engine.slice(1)) / median(native.slice(1)),
      };
    } finally {
      await writeFile(join(folder, COMPONENT), source);
      await nativeServer.stop();
      await page.context().close();
      await nativePage.context().close();
    }
  },
};

async function timeChange(shown: Frame | Page, title: string, write: () => Promise<number>): Promise<number> {
  const painted = shown.evaluate(waitForPaint, title);
  const startedAt = await write();
  return (await painted) - startedAt;
}

/** Runs in the page: resolves when the heading has the title and a frame with it was painted. */
function waitForPaint(title: string): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.querySelector('h1')?.textContent !== title) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        // The message arrives after the frame was painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(Date.now());
        port2.postMessage(null);
      });
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { subtree: true, childList: true, characterData: true });
    look();
  });
}

function writeOnEngine(page: Page, text: string): Promise<number> {
  return page.evaluate(
    async ({ path, text }) => {
      const { fs } = await booted();
      const startedAt = Date.now();
      await fs.writeFile(path, text);
      return startedAt;
    },
    { path: COMPONENT, text },
  );
}

async function writeHere(path: string, text: string): Promise<number> {
  const startedAt = Date.now();
  await writeFile(path, text);
  return startedAt;
}
