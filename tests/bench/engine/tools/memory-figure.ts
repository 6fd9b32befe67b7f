import { readdir, readFile } from 'node:fs/promises';
import type { Frame, Page } from '@playwright/test';
import type { BenchContext, Figure } from '../bench-context.ts';
import { showInFrame, startEngineDev, startNativeDev, waitForHeading } from '../dev-servers.ts';
import { openReactProject } from '../open-react-project.ts';
import { openNativePage } from './vite-dev-figure.ts';

const MEGABYTE = 1024 * 1024;

/**
 * What the dev server of the react-ts fixture holds while its page is shown: the sandbox (files, kernel, programs) and the client's page as
 * the browser counts them, and the browser's process for the sandbox as the operating system does, which has the memory of WebAssembly in it.
 * Beside it the processes of a native one, whose files are on a disk.
 */
export const memoryFigure: Figure = {
  name: 'memory',
  async measure(context) {
    const folder = await context.nativeProjects.folder('wasm');
    const page = await openReactProject(context);
    const server = await startEngineDev(page);
    await waitForHeading(await showInFrame(page, server.address));
    const sandbox = page.frames().find((frame) => new URL(frame.url()).pathname === '/headless');
    if (sandbox === undefined) throw new Error("The page has no frame of the engine's.");
    const [inside, outside] = await Promise.all([measureMemory(sandbox), measureMemory(page)]);
    const process = await largestRenderer(context);
    await page.context().close();
    return {
      memoryMB: inside.total + outside.total,
      ...Object.fromEntries(inside.parts.map(([name, megabytes]) => [`memory${name}MB`, megabytes])),
      memoryRendererRssMB: process / MEGABYTE,
      memoryNativeRssMB: await nativeMemory(folder, await openNativePage(context)),
    };
  },
};

interface Memory {
  total: number;
  /** By scope: the worker's script, or where the page is from. */
  parts: [name: string, megabytes: number][];
}

/** The browser counts at its next collection of garbage, which it makes within some twenty seconds. */
async function measureMemory(shown: Frame | Page): Promise<Memory> {
  const { bytes, breakdown } = await shown.evaluate(async () => {
    const measure: unknown = Reflect.get(performance, 'measureUserAgentSpecificMemory');
    if (typeof measure !== 'function') throw new Error('This browser does not measure memory, or the page is not isolated.');
    // Not in the DOM's types: https://wicg.github.io/performance-measure-memory/
    return measure.call(performance) as Promise<{
      bytes: number;
      breakdown: { bytes: number; attribution: { url: string; scope: string }[]; types: string[] }[];
    }>;
  });
  const parts = new Map<string, number>();
  for (const part of breakdown) {
    const attribution = part.attribution[0];
    const script = attribution === undefined ? 'shared' : (/([\w-]+)\.js/.exec(attribution.url)?.[1] ?? attribution.scope);
    const name = script.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
    parts.set(name, (parts.get(name) ?? 0) + part.bytes / MEGABYTE);
  }
  return { total: bytes / MEGABYTE, parts: [...parts].filter(([, megabytes]) => megabytes >= 0.1) };
}

async function nativeMemory(folder: string, page: Page): Promise<number> {
  const server = await startNativeDev(folder);
  await page.goto(server.address);
  await waitForHeading(page);
  const bytes = await residentBytes(server.pid);
  await page.context().close();
  await server.stop();
  return bytes / MEGABYTE;
}

/** The process of the sandbox is by far the largest of the browser's. Linux's /proc. */
async function largestRenderer({ browser }: BenchContext): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  return Math.max(...(await Promise.all(renderers.map(({ id }) => ownBytes(id)))));
}

async function ownBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

/** Of a process and its children (esbuild's service is one). */
async function residentBytes(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  const children = await Promise.all(threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8')));
  const pids = children.flatMap((text) => text.split(' ').filter(Boolean).map(Number));
  const below = await Promise.all(pids.map((child) => residentBytes(child)));
  return below.reduce((sum, bytes) => sum + bytes, await ownBytes(pid));
}
