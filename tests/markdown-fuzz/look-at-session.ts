import { errors, type Page } from '@playwright/test';
import { patience } from '../setup/patience.ts';

/** The outcome of drawing every message of a session at once, and again after a reload. */
export interface SessionLook {
  /** Words that should be readable but are missing. */
  missing: string[];
  /** How deeply elements are nested. */
  deepest: number;
  /** Milliseconds for drawing and layout of all messages. */
  drawing: number;
  /** A chat that crashed its page is shown as text: none may be. */
  isPlain: boolean;
}

const PATIENCE = patience(60_000);

/** Imports the session on the start page, shows all of it, and reopens it after a reload. Rejects if the page crashes. */
export async function lookAtSession(page: Page, origin: string, file: Uint8Array, words: readonly string[]): Promise<SessionLook[]> {
  await page.goto(`${origin}/`);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import a zip or a session…' }).click();
  await (await chooser).setFiles({ name: 'odd.devonz.zip', mimeType: 'application/zip', buffer: Buffer.from(file) });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.waitForURL(/\/chat\//, { timeout: PATIENCE });
  const first = await look(page, words);
  await page.reload();
  return [first, await look(page, words)];
}

/**
 * Waits until all words are on the page: each message arrives in pieces, and the last message is not always the last to arrive. Words still
 * missing then are reported.
 */
async function untilRead(page: Page, words: readonly string[]): Promise<void> {
  const areShown = (wanted: readonly string[]) => {
    const log = document.querySelector('[role=log]');
    // While the Markdown renderer loads, the words are present as plain text, and then come again in pieces.
    const isDrawn = log?.querySelector('.prose > [aria-busy]') === null;
    return isDrawn && wanted.every((word) => log.textContent?.includes(word));
  };
  await page.waitForFunction(areShown, words, { timeout: PATIENCE, polling: 100 }).catch((error: unknown) => {
    if (!(error instanceof errors.TimeoutError)) throw error;
  });
}

async function look(page: Page, words: readonly string[]): Promise<SessionLook> {
  const log = page.getByRole('log', { name: 'Conversation' });
  await log.getByText('Completed').first().or(log.locator('.prose').last()).first().waitFor({ timeout: PATIENCE });
  const began = Date.now();
  // As for printing: every message is on the page.
  await page.evaluate(() => {
    dispatchEvent(new Event('beforeprint'));
  });
  await untilRead(page, words);
  const seen = await page.evaluate(async (wanted) => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const shown = document.querySelector('[role=log]');
    const text = shown?.textContent ?? '';
    let deepest = 0;
    const walker = document.createTreeWalker(shown ?? document.body, NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      let depth = 0;
      for (let at: Node | null = node; at !== shown && at !== null; at = at.parentNode) depth += 1;
      deepest = Math.max(deepest, depth);
    }
    return { missing: wanted.filter((word) => !text.includes(word)), deepest, isPlain: document.querySelector('[data-plain]') !== null };
  }, words);
  return { ...seen, drawing: Date.now() - began };
}
