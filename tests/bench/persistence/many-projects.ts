import type { BrowserContext, Page } from '@playwright/test';
import type { AppServer } from '../../e2e/support/app-server.ts';
import { workbenchOf } from '../../e2e/support/workbench.ts';
import { inUserProfile } from './user-profile.ts';
import { withBuiltApp } from './with-built-app.ts';

const PROJECTS = 3_000;
const PORT = 8_965;
const LONGEST_MS = 60_000;

declare global {
  /** Set by the page: its tasks of over 50 ms. In milliseconds. */
  var manyProjectsTasks: number[];
}

/**
 * Measures the built app with 3,000 projects, each with a chat and files: until the message box, until their list, and a search in their
 * contents.
 */
export function manyProjectsRow(): Promise<Record<string, number>> {
  return withBuiltApp(PORT, (server) => inUserProfile((context) => measureProjects(server, context)));
}

async function measureProjects(server: AppServer, context: BrowserContext): Promise<Record<string, number>> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    globalThis.manyProjectsTasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) manyProjectsTasks.push(duration);
    }).observe({ type: 'longtask' });
  });
  const workbench = workbenchOf(page, server);
  await workbench.open();
  await workbench.send('/template vanilla');
  await page.getByRole('treeitem', { name: 'package.json' }).waitFor({ timeout: LONGEST_MS });
  await workbench.send('/cmd echo a-needle > notes.txt');
  await workbench.conversation.getByRole('article', { name: /Exit 0$/ }).waitFor({ timeout: LONGEST_MS });
  await page.goto('about:blank');
  await page.goto(`${server.appOrigin}/favicon.svg`); // The app's storage, without the app.
  // tsx names functions with a helper that does not exist in the page.
  await page.evaluate('globalThis.__name = (named) => named');
  await page.evaluate(copyProject, PROJECTS - 1);
  const start = await measured(page, () => workbench.open());
  const list = await measured(page, async () => {
    await page.getByRole('button', { name: 'All projects' }).click();
    await page.getByText(`${PROJECTS.toLocaleString('en')} projects`).waitFor({ timeout: LONGEST_MS });
  });
  const search = await measured(page, async () => {
    await page.getByRole('searchbox', { name: 'Search projects' }).fill('a-needle');
    await page.getByText(`${PROJECTS.toLocaleString('en')} projects`).waitFor({ timeout: LONGEST_MS });
  });
  return { ...prefixed('start', start), ...prefixed('list', list), ...prefixed('search', search) };
}

/** Runs in the page: adds `copies` copies of the only project, with its chats, records and files; contents are stored once, unchanged. */
async function copyProject(copies: number): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('devonz');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const rows = (name: string) =>
    new Promise<{ key: IDBValidKey; value: unknown }[]>((resolve) => {
      const all: { key: IDBValidKey; value: unknown }[] = [];
      database.transaction(name).objectStore(name).openCursor().onsuccess = ({ target }) => {
        // An open cursor, by the API.
        const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result;
        if (cursor === null) return resolve(all);
        all.push({ key: cursor.key, value: cursor.value });
        cursor.continue();
      };
    });
  const names = ['projects', 'chats', 'records', 'files'];
  const originals = await Promise.all(names.map(rows));
  // Each ID of the project and of its chats is replaced wherever it occurs.
  const ids = new Set([...(originals[0] ?? []), ...(originals[1] ?? [])].map(({ key }) => String(key)));
  const renamed = (value: unknown, copy: number): unknown => {
    if (typeof value === 'string') {
      for (const id of ids) if (value === id) return `${id.slice(0, -6)}${String(copy).padStart(6, '0')}`;
      return value;
    }
    if (Array.isArray(value)) return value.map((each) => renamed(each, copy));
    if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, renamed(each, copy)]));
  };
  for (let from = 1; from <= copies; from += 250) {
    const transaction = database.transaction(names, 'readwrite');
    for (let copy = from; copy < Math.min(from + 250, copies + 1); copy++) {
      for (const [index, name] of names.entries()) {
        for (const { key, value } of originals[index] ?? [])
          transaction.objectStore(name).put(renamed(value, copy), renamed(key, copy) as IDBValidKey);
      }
    }
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
  }
  database.close();
}

async function measured(page: Page, work: () => Promise<void>): Promise<{ ms: number; longest_task_ms: number }> {
  await page.evaluate(() => manyProjectsTasks.splice(0));
  const before = performance.now();
  await work();
  const ms = performance.now() - before;
  // Includes the drawing that follows.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  return { ms: Math.round(ms), longest_task_ms: Math.round(Math.max(0, ...(await page.evaluate(() => manyProjectsTasks)))) };
}

function prefixed(what: string, figures: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(figures).map(([figure, value]) => [`many_projects_${what}_${figure}`, value]));
}
