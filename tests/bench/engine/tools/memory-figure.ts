import { readdir, readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { BenchContext, Figure } from '../bench-context.ts';
import { showInFrame, startEngineDev, startNativeDev, waitForHeading } from '../dev-servers.ts';
import { measureMemory, sandboxFrame } from '../measure-memory.ts';
import { openReactProject } from '../open-react-project.ts';
import { openNativePage } from './vite-dev-figure.ts';

const MEGABYTE = 1024 * 1024;

/**
 * Measures the memory of the react-ts fixture's dev server while its page is shown: the sandbox (files, kernel, programs) and the client's
 * page as counted by the browser, and the browser's sandbox process as counted by the operating system, which includes WebAssembly memory.
 * For comparison, the processes of a native dev server, whose files are on a disk.
 */
export const memoryFigure: Figure = {
  name: 'memory',
  async measure(context) {
    const folder = await context.nativeProjects.folder('wasm');
    const page = await openReactProject(context);
    const server = await startEngineDev(page);
    await waitForHeading(await showInFrame(page, server.address));
    const [inside, outside] = await Promise.all([measureMemory(sandboxFrame(page)), measureMemory(page)]);
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

async function nativeMemory(folder: string, page: Page): Promise<number> {
  const server = await startNativeDev(folder);
  await page.goto(server.address);
  await waitForHeading(page);
  const bytes = await residentBytes(server.pid);
  await page.context().close();
  await server.stop();
  return bytes / MEGABYTE;
}

/** Finds the sandbox's process, by far the largest of the browser's, in Linux's /proc. */
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

/** Returns the resident memory of a process and its children (such as esbuild's service). */
async function residentBytes(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  const children = await Promise.all(threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8')));
  const pids = children.flatMap((text) => text.split(' ').filter(Boolean).map(Number));
  const below = await Promise.all(pids.map((child) => residentBytes(child)));
  return below.reduce((sum, bytes) => sum + bytes, await ownBytes(pid));
}
