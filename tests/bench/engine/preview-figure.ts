import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import type { BenchContext, Figure } from './bench-context.ts';
import { median } from './median.ts';

const MEGABYTES = 10;
const ROUNDS = 9;

const SERVER = `
const body = Buffer.alloc(${MEGABYTES} * 1e6, 'devonz');
require('node:http').createServer((request, response) => {
  if (request.url === '/body') response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(body);
  else response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>page</title><h1>page</h1>');
}).listen(3000);
`;

/**
 * Transfers several megabytes of one response from a program to a page that reads it, compared with a native server and the same browser.
 */
export const previewFigure: Figure = {
  name: 'preview',
  async measure(context) {
    const page = await context.openPage();
    await page.evaluate(async (source) => {
      const container = await booted();
      const ready = new Promise<string>((resolve) => container.on('server-ready', (_port, url) => resolve(url)));
      await container.spawn('node', ['-e', source]);
      const frame = document.createElement('iframe');
      frame.name = 'preview';
      frame.allow = 'cross-origin-isolated';
      frame.src = await ready;
      document.body.appendChild(frame);
    }, SERVER);
    await page.frameLocator('iframe[name=preview]').getByRole('heading', { name: 'page' }).waitFor();
    const frame = page.frame({ name: 'preview' });
    if (frame === null) throw new Error('The preview has no frame.');
    const times = await frame.evaluate(fetchTimes, { address: '/body', rounds: ROUNDS });
    await page.context().close();
    const native = await nativeTimes(context);
    const rate = (MEGABYTES * 1000) / median(times);
    const nativeRate = (MEGABYTES * 1000) / median(native);
    return { previewMBs: rate, previewNativeMBs: nativeRate, previewRatio: nativeRate / rate };
  },
};

async function nativeTimes(context: BenchContext): Promise<number[]> {
  const body = Buffer.alloc(MEGABYTES * 1e6, 'devonz');
  const server = createServer((request, response) => {
    if (request.url === '/body') response.end(body);
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>native</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const page: Page = await context.browser.newPage();
  await page.addInitScript('globalThis.__name = (value) => value');
  await page.goto(`http://127.0.0.1:${port}/`);
  const times = await page.evaluate(fetchTimes, { address: '/body', rounds: ROUNDS });
  await page.context().close();
  await new Promise((resolve) => server.close(resolve));
  return times;
}

async function fetchTimes({ address, rounds }: { address: string; rounds: number }): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds + 2; round += 1) {
    const startedAt = performance.now();
    const response = await fetch(address, { cache: 'no-store' });
    const bytes = await response.arrayBuffer();
    times.push(performance.now() - startedAt);
    if (bytes.byteLength !== 10_000_000) throw new Error(`${bytes.byteLength} bytes came.`);
  }
  return times.slice(2);
}
