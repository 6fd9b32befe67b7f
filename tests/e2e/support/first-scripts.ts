import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import type { Workbench } from './workbench.ts';

declare global {
  /** When React had hydrated the message box. Milliseconds since the page's start. */
  var boxReadyAt: number | undefined;
}

/** Runs in the page, before everything else. The box accepts text once React listens to it: React marks elements it has hydrated. */
function noteWhenReady(): void {
  const look = () => {
    const box = document.querySelector('textarea[aria-label="Message"]');
    if (box && Object.keys(box).some((key) => key.startsWith('__reactProps'))) globalThis.boxReadyAt = performance.now();
    else requestAnimationFrame(look);
  };
  look();
}

/**
 * Runs in the page: returns every script whose fetch had started by then, finished or not. An effect of the hydrated page requests the
 * workbench's parts; a machine that draws no frame in between detects the box only afterwards.
 */
function scriptsBeforeReady(): string[] {
  const all = performance.getEntriesByType('resource');
  const effect = all.find(({ name }) => /\/(?:start-workbench|session-layout)/.test(name))?.startTime ?? Number.POSITIVE_INFINITY;
  const readyAt = globalThis.boxReadyAt ?? Number.POSITIVE_INFINITY;
  const entries = all.filter(({ startTime }) => startTime <= readyAt && startTime < effect);
  return entries.map(({ name }) => name).filter((name) => new URL(name).pathname.endsWith('.js'));
}

/** Returns the scripts loaded before the message box accepts text, largest first; `bytes` are gzipped. */
export async function firstScripts(page: Page, workbench: Workbench): Promise<{ url: string; bytes: number }[]> {
  const bodies = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    const size = response.body().then((body) => gzipSync(body).byteLength);
    bodies.set(
      response.url(),
      size.catch(() => 0),
    ); // Still loading at the end: not needed for the box.
  });
  await page.addInitScript(noteWhenReady);
  await workbench.open();
  await workbench.message.fill('a');
  const urls = await page.evaluate(scriptsBeforeReady);
  const loaded = await Promise.all(urls.map(async (url) => ({ url, bytes: (await bodies.get(url)) ?? 0 })));
  return loaded.sort((a, b) => b.bytes - a.bytes);
}
