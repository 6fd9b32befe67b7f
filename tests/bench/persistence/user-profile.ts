import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { findChromium } from '../../setup/find-chromium.ts';

/**
 * Runs `work` with a new profile on disk, like a user's. A browser context would be a private window: there Chromium keeps IndexedDB in
 * memory, where each write takes longer the more has been written (5,000 small rows: 0.5 s, then 0.8, 1.3, 1.7, 2.3 and 2.6 s; in a profile
 * 0.4 to 0.9 s each).
 */
export async function inUserProfile<Result>(work: (context: BrowserContext) => Promise<Result>): Promise<Result> {
  const found = await findChromium();
  const folder = await mkdtemp(join(tmpdir(), 'devonz-profile-'));
  try {
    const context = await chromium.launchPersistentContext(folder, {
      executablePath: found.executablePath,
      args: found.arguments,
      env: withoutUnset({ ...process.env, ...found.environment }),
      viewport: { width: 1440, height: 900 },
    });
    try {
      return await work(context);
    } finally {
      await context.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function withoutUnset(environment: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter((pair): pair is [string, string] => pair[1] !== undefined));
}
