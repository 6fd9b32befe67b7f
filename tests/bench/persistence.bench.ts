import type { Page } from '@playwright/test';
import { bundlePage } from './bundle-page.ts';
import { manyProjectsRow } from './persistence/many-projects.ts';
import { openFolderRow } from './persistence/open-folder.ts';
import type { PersistenceRows } from './persistence/persistence-page.ts';
import { inUserProfile } from './persistence/user-profile.ts';

const ORIGIN = 'http://localhost:1';

declare global {
  /** Set by the bench's page. */
  var rows: PersistenceRows;
}

/**
 * Measures the cost of the journal in a browser's own IndexedDB. Arguments: rows (`stream`, `open`, `long`, `checkpoints`, `folder` and
 * `projects`, which need a build); all by default.
 */
export async function bench(args: readonly string[]): Promise<Record<string, number>> {
  const all = {
    stream: () => inPage(streamRow),
    open: () => inPage(openRow),
    long: () => inPage(longRow),
    checkpoints: () => inPage(checkpointRow),
    folder: openFolderRow,
    projects: manyProjectsRow,
  } as const;
  const figures: Record<string, number> = {};
  for (const [name, row] of Object.entries(all)) {
    if (args.length > 0 && !args.includes(name)) continue;
    Object.assign(figures, await row());
    console.log(name, figures);
  }
  return figures;
}

function inPage(row: (page: Page) => Promise<Record<string, number>>): Promise<Record<string, number>> {
  return inUserProfile(async (context) => {
    const page = await context.newPage();
    await page.route(`${ORIGIN}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
    await page.goto(ORIGIN);
    const { script } = await bundlePage(new URL('./persistence/persistence-page.ts', import.meta.url));
    await page.addScriptTag({ content: script, type: 'module' });
    await page.waitForFunction(() => globalThis.rows !== undefined);
    return await row(page);
  });
}

/** Measures the main thread's share of a core with and without persistence, and the difference. */
async function streamRow(page: Page): Promise<Record<string, number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () => (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  const share = async (isKept: boolean) => {
    const before = await busy();
    await page.evaluate((kept) => rows.stream(kept), isKept);
    return ((await busy()) - before) * 10;
  };
  const without = await share(false);
  const kept = await share(true);
  return {
    streaming_journal_percent: round(kept - without),
    streaming_kept_percent: round(kept),
    streaming_without_percent: round(without),
  };
}

async function openRow(page: Page): Promise<Record<string, number>> {
  await page.evaluate(() => rows.fillSession(1_000));
  const megabytes = (await page.evaluate(() => rows.estimate())) / 1e6;
  const { openMs, projectMs } = await page.evaluate(() => rows.openSession(1_000));
  return { open_session_ms: round(openMs), open_session_projection_ms: round(projectMs), open_session_stored_MB: round(megabytes) };
}

/** Ten times as long, to reveal anything that grows faster than the session. */
async function longRow(page: Page): Promise<Record<string, number>> {
  await page.evaluate(() => rows.fillSession(10_000));
  const { openMs, projectMs } = await page.evaluate(() => rows.openSession(10_000));
  return { open_long_session_ms: round(openMs), open_long_session_projection_ms: round(projectMs) };
}

async function checkpointRow(page: Page): Promise<Record<string, number>> {
  const { checkpointMs, listMs, storedBytes, changedBytes } = await page.evaluate(() => rows.checkpoints());
  return {
    checkpoint_5000_files_ms: round(checkpointMs),
    checkpoint_list_ms: round(listMs),
    checkpoints_100_stored_to_changed_ratio: round(storedBytes / changedBytes),
  };
}

function round(value: number): number {
  return Number(value.toFixed(2));
}
