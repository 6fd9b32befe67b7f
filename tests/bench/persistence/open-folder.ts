import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { zipSync } from 'fflate';
import type { AppServer } from '../../e2e/support/app-server.ts';
import { inUserProfile } from './user-profile.ts';
import { withBuiltApp } from './with-built-app.ts';

const FILES = 5_000;
const BYTES_EACH = 10_000;
const PORT = 8_960;
const LONGEST_MS = 60_000;

/** `drop_at_once` drops while the newly opened page still loads its deferred parts. */
type Given = { way: 'zip'; zip: string } | { way: 'drop' | 'drop_at_once'; folder: string };

declare global {
  /** Set by the page: its long tasks as reported by the browser, with their times. */
  var openFolderTasks: { at: number; ms: number }[];
}

/**
 * Measures the built app with a project of 5,000 files and 50 MB: opened as a zip, dropped as a folder on an idle page, and reopened after
 * a reload.
 */
export async function openFolderRow(): Promise<Record<string, number>> {
  const parent = await mkdtemp(join(tmpdir(), 'devonz-folder-'));
  try {
    const ways = await writeLargeProject(parent);
    return await withBuiltApp(PORT, (server) => openEach(ways, server));
  } finally {
    await rm(parent, { recursive: true });
  }
}

async function openEach(ways: readonly Given[], server: AppServer): Promise<Record<string, number>> {
  const figures: Record<string, number> = {};
  for (const given of ways) Object.assign(figures, await inUserProfile((context) => openOne(given, server, context)));
  return figures;
}

async function openOne(given: Given, server: AppServer, context: BrowserContext): Promise<Record<string, number>> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    globalThis.openFolderTasks = [];
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) openFolderTasks.push({ at: startTime, ms: duration });
    }).observe({ type: 'longtask' });
  });
  await page.goto(server.appOrigin);
  // Until the page listens, a drop on it is rejected.
  await page.locator('html[data-takes-drops]').waitFor();
  if (given.way !== 'drop_at_once') await page.waitForLoadState('networkidle');
  const parts: Record<string, number> = {};
  const whole = await measured(page, () => bringIn(page, given, parts));
  const figures = prefixed(`open_folder_by_${given.way}`, { ...whole, ...parts });
  return given.way !== 'zip' ? figures : { ...figures, ...prefixed('open_folder_again', await measured(page, () => reopen(page))) };
}

/** Waits until the project is usable: the tree is shown, and the runtime has every file. `parts` receives the time of each part. */
async function bringIn(page: Page, given: Given, parts: Record<string, number>): Promise<void> {
  const begun = performance.now();
  const reached = (part: string) => {
    parts[part] = Math.round(performance.now() - begun);
  };
  if (given.way === 'zip') {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import a zip or a session…' }).click();
    await (await chooser).setFiles(given.zip);
  } else await drop(page, given.folder);
  await page.getByRole('button', { name: `Bring in ${FILES.toLocaleString('en')} files` }).click({ timeout: LONGEST_MS });
  reached('looked_through_ms');
  await page.getByText('Opening the project…').waitFor({ timeout: LONGEST_MS });
  reached('contents_stored_ms');
  await page.getByText('“large” is open.').waitFor({ timeout: LONGEST_MS });
  reached('open_ms');
  await usable(page);
}

async function reopen(page: Page): Promise<void> {
  await page.reload();
  await usable(page);
}

async function usable(page: Page): Promise<void> {
  await page.locator('[role=treeitem]').first().waitFor({ state: 'attached', timeout: LONGEST_MS });
  await page.getByText('Runtime ready').first().waitFor({ state: 'attached', timeout: LONGEST_MS });
}

/** Drops as a user does from the desktop: the browser itself creates the entries. */
async function drop(page: Page, folder: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 40, y: 600, data });
}

async function measured(page: Page, work: () => Promise<void>): Promise<{ ms: number; longest_task_ms: number }> {
  await page.evaluate(() => openFolderTasks.splice(0));
  const before = performance.now();
  await work();
  const ms = performance.now() - before;
  const tasks = await page.evaluate(() => openFolderTasks);
  if (process.env['DEVONZ_BENCH_TASKS'] !== undefined) console.log(tasks);
  return { ms: Math.round(ms), longest_task_ms: Math.round(Math.max(0, ...tasks.map((task) => task.ms))) };
}

function prefixed(name: string, figures: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(figures).map(([figure, value]) => [`${name}_${figure}`, value]));
}

/** Returns text that compresses like code, and a part that does not. */
function contentOf(index: number): string {
  let seed = index + 1;
  const lines: string[] = [];
  for (let length = 0; length < BYTES_EACH; length += lines.at(-1)?.length ?? 0) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    lines.push(`export const value${seed} = compute(${index}, '${seed.toString(36)}');\n`);
  }
  return lines.join('').slice(0, BYTES_EACH);
}

async function writeLargeProject(parent: string): Promise<Given[]> {
  const folder = join(parent, 'large');
  const files: Record<string, Uint8Array> = {};
  for (let index = 0; index < FILES; index++) {
    const path = `folder-${index % 50}/part-${index % 7}/file-${index}.ts`;
    const content = new TextEncoder().encode(contentOf(index));
    files[path] = content;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const zip = join(parent, 'large.zip');
  await writeFile(zip, zipSync(files));
  return [
    { way: 'zip', zip },
    { way: 'drop', folder },
    { way: 'drop_at_once', folder },
  ];
}
