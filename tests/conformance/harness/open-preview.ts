import type { Frame, Page } from '@playwright/test';
import type { Client } from './use-client.ts';

/**
 * Starts `source` as a Node program in the client's container, and shows its page at `path` in a frame of the page. The program listens on
 * `port`.
 */
export async function openPreview(client: Client, source: string, port: number, path = '/'): Promise<Frame> {
  await startServer(client, source, port);
  return showPreview(client, port, path);
}

/** Starts a Node program and waits for its port. */
export async function startServer(client: Client, source: string, port: number): Promise<void> {
  await client.inPage(
    async ({ source, port }) => {
      const container = await booted();
      const file = `server-${port}.mjs`;
      await container.fs.writeFile(file, source);
      const ready = new Promise<string>((resolve) => {
        const unsubscribe = container.on('server-ready', (opened, url) => {
          if (opened !== port) return;
          unsubscribe();
          resolve(url);
        });
      });
      const child = await container.spawn('node', [file]);
      void child.output.pipeTo(new WritableStream({ write: (text) => console.log(text) }));
      const addresses = (Reflect.get(globalThis, 'previewAddresses') ?? {}) as Record<number, string>; // set by this file
      addresses[port] = await ready;
      Object.assign(globalThis, { previewAddresses: addresses });
    },
    { source, port },
  );
}

/** Shows the program of `port` in another frame of the page. */
export async function showPreview(client: Client, port: number, path = '/'): Promise<Frame> {
  const name = `preview-${port}-${previews++}`;
  await client.inPage(
    async ({ port, path, name }) => {
      const addresses = Reflect.get(globalThis, 'previewAddresses') as Record<number, string>; // set by startServer
      const frame = document.createElement('iframe');
      frame.name = name;
      frame.allow = 'cross-origin-isolated';
      frame.src = addresses[port] + path;
      document.body.appendChild(frame);
    },
    { port, path, name },
  );
  const element = await client.page().waitForSelector(`iframe[name='${name}']`, { state: 'attached' });
  const frame = await element.contentFrame();
  if (frame === null) throw new Error('The page has no such frame.');
  await untilServed(frame);
  return frame;
}

/**
 * Waits for the program's own page, not the one that starts the preview, as its own scripts see it: the mark is the first part of it that
 * is parsed, and the script that the engine inserts before all others comes after it.
 */
export async function untilServed(frame: Frame | Page): Promise<void> {
  await frame.locator('[data-served]').waitFor({ state: 'attached', timeout: 20_000 });
  await frame.waitForLoadState('domcontentloaded');
}

let previews = 0;

/** A page of a program under test: `showPreview` waits for its mark. */
export const PAGE = '<!doctype html><html data-served><head><title>served</title></head><body><h1>It works</h1></body></html>';
