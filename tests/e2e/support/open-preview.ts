import { fileURLToPath } from 'node:url';
import type { Frame, Page } from '@playwright/test';
import { build } from 'esbuild';
import type { AppServer } from './app-server.ts';

/** Opens the app's page with the engine's page in it, which has the fake kernel. */
export async function openFakeEngine(page: Page, server: AppServer): Promise<Frame> {
  const script = await build({
    entryPoints: [fileURLToPath(new URL('./fake-kernel/fake-kernel-page.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
    logLevel: 'warning',
  });
  await page.route('**/engine/headless-page.js*', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      headers: { 'cross-origin-resource-policy': 'cross-origin' },
      body: script.outputFiles[0]?.text ?? '',
    }),
  );
  // A page of the app's host without the app, so that nothing else starts an engine. It must come from the server itself: in a page
  // fulfilled by Playwright, the browser blocks frames from this machine.
  await page.goto(`${server.appOrigin}/api/models`);
  return addFrame(page, 'engine', `${server.sandboxOrigin}/headless`, 'fakeKernel');
}

/** Adds a frame as the IDE does for a preview; resolves when the program's own page is in it. */
export async function openPreview(page: Page, server: AppServer, path: string): Promise<Frame> {
  return addFrame(page, 'preview', `${server.sandboxOrigin.replace('//', '//p3000.')}${path}`);
}

async function addFrame(page: Page, name: string, url: string, waitsFor?: string): Promise<Frame> {
  await page.evaluate(
    ({ frameName, address }) => {
      document.querySelector(`[name="${frameName}"]`)?.remove();
      const frame = document.createElement('iframe');
      frame.allow = 'cross-origin-isolated';
      frame.name = frameName;
      frame.src = address;
      document.body.appendChild(frame);
    },
    { frameName: name, address: url },
  );
  const element = await page.waitForSelector(`[name="${name}"]`, { state: 'attached' });
  const frame = await element.contentFrame();
  if (!frame) throw new Error(`The frame ${name} is not there.`);
  if (waitsFor) await frame.waitForFunction((property) => property in globalThis, waitsFor);
  return frame;
}
