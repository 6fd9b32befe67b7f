import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { workbenchOf } from '../e2e/support/workbench.ts';
import { patience } from '../setup/patience.ts';
import { type BrowserProcess, startBrowserProcess } from './browser-process.ts';
import { findLosses } from './find-losses.ts';
import { SCENES, type Scene, taskOf, wordsIn } from './token-provider.ts';
import { within } from './within.ts';
import { lookAt, type Sight, watch } from './witness.ts';

/** Each tab is a separate chat that the crash interrupts. */
const TABS = 5;
/** The part of the opening's duration after which a crash comes at the earliest, and how much later it may come. A slow machine needs longer for both. */
const SHORTEST_LIFE = 0.2;
const LIFE_SPREAD = 1.5;
const REOPEN_MS = patience(30_000);
/** One step of a page or of the browser. Playwright's own limits do not apply to a browser that no test has started. */
const STEP_MS = patience(60_000);

export interface CrashOptions {
  appOrigin: string;
  runs: number;
  seed: number;
  /** Called after each crash. */
  report(line: string): void;
}

export interface CrashResult {
  crashes: number;
  /** The crashes after which something was lost or ran twice. */
  losses: string[];
  /** The number of crashes with a response on the screen a second before. */
  withWords: number;
}

/** Crashes the app at random instants determined by the seed, and compares its later state with what it had shown and acknowledged. */
export async function runCrashes({ appOrigin, runs, seed, report }: CrashOptions): Promise<CrashResult> {
  const random = randomOf(seed);
  const profile = await mkdtemp(join(tmpdir(), 'devonz-crash-'));
  const result: CrashResult = { crashes: 0, losses: [], withWords: 0 };
  let browser = await startBrowserProcess(profile);
  try {
    for (let round = 0; result.crashes < runs; round++) {
      const count = Math.min(TABS, runs - result.crashes);
      const openedFrom = performance.now();
      const opening = Array.from({ length: count }, (_none, index) => openTab(browser, appOrigin, `r${seed}n${round}c${index}`, random));
      const tabs = await within(STEP_MS, `opening ${count} chats`, Promise.all(opening));
      const life = Math.round((performance.now() - openedFrom) * (SHORTEST_LIFE + random() * LIFE_SPREAD));
      await pause(life);
      const isKilled = round % 3 !== 2;
      const crashedAt = Date.now();
      await within(STEP_MS, isKilled ? 'killing the browser' : 'crashing its pages', isKilled ? browser.kill() : crashPages(tabs));
      if (isKilled) browser = await startBrowserProcess(profile);
      for (const tab of tabs) {
        const losses = await within(REOPEN_MS + STEP_MS, `reopening ${tab.tag}`, lossesOf(browser, appOrigin, tab, crashedAt));
        result.crashes++;
        const words = wordsShown(tab, crashedAt);
        if (words > 0) result.withWords++;
        result.losses.push(...losses.map((loss) => `${tab.tag}: ${loss}`));
        const how = isKilled ? 'killed' : 'crashed';
        report(
          `${result.crashes}. ${tab.scene} ${tab.tag}, ${how} after ${life} ms, ${words} words shown: ${losses.join('; ') || 'whole'}`,
        );
      }
    }
  } finally {
    await browser.kill();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
  return result;
}

interface Tab {
  page: Page;
  chatId: string;
  tag: string;
  scene: Scene;
  sights: Sight[];
}

async function openTab({ context }: BrowserProcess, appOrigin: string, tag: string, random: () => number): Promise<Tab> {
  const scene = SCENES[Math.floor(random() * SCENES.length)] ?? 'text';
  const mayRun = random() < 0.5;
  const page = await context.newPage();
  const workbench = workbenchOf(page, { appOrigin });
  await workbench.open();
  await workbench.send(taskOf(scene, tag));
  await page.waitForURL(/\/chat\//);
  const chatId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const sights = await watch(page, chatId);
  // Not awaited: the crash may come before the question.
  if (scene === 'command' && mayRun) void workbench.approve('echo').catch(() => undefined);
  return { page, chatId, tag, scene, sights };
}

/** Pages may share a process, so that one crash affects several: all are awaited before the first is crashed. */
async function crashPages(tabs: readonly Tab[]): Promise<void> {
  const sessions = await Promise.all(tabs.map(({ page }) => page.context().newCDPSession(page)));
  const crashes = tabs.map(({ page }) => page.waitForEvent('crash'));
  // These never get a response from a crashed page.
  for (const session of sessions) void session.send('Page.crash').catch(() => undefined);
  await Promise.all(crashes);
}

function wordsShown({ tag, sights }: Tab, crashedAt: number): number {
  const screen = sights.findLast(({ at }) => at <= crashedAt - 1_000)?.screen ?? '';
  return wordsIn(screen, tag, 't').size + wordsIn(screen, tag, 'f').size;
}

/** Opens the chat in a new page and checks until nothing is missing, or until a time limit. */
async function lossesOf(
  { context }: BrowserProcess,
  appOrigin: string,
  { chatId, tag, sights }: Tab,
  crashedAt: number,
): Promise<string[]> {
  const page = await context.newPage();
  await page.goto(`${appOrigin}/chat/${chatId}`);
  let losses = ['the chat was not opened'];
  for (const until = Date.now() + REOPEN_MS; Date.now() < until && losses.length > 0; await pause(100)) {
    losses = findLosses(tag, sights, crashedAt, await lookAt(page, chatId));
  }
  await page.close();
  return losses;
}

/** Returns a generator with the same numbers for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
