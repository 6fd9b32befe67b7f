import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Figure } from './bench-context.ts';
import { median } from './median.ts';
import { openAgentPage } from './open-agent-page.ts';
import { runNative } from './run-native.ts';

const FOLDERS = 100;
const FILES_EACH = 100;
/** The average size of a file: 50 MB in total. */
const CHARACTERS = 5_000;
const ROUNDS = 7;
const WORDS =
  'const return import export value index result options request response handler state props children async await array object string number boolean promise interface type'.split(
    ' ',
  );

const QUERIES = { text: 'needleInTheTree', expression: 'needle\\w+ = handler\\(\\d\\)', anywhere: '[xyz]{3}q\\d' };

/**
 * Compares `devonz_search_code` on 10 000 files and 50 MB with ripgrep on the same files, both warm, and measures the page's longest task
 * meanwhile.
 */
export const agentSearchFigure: Figure = {
  name: 'search',
  async measure(context) {
    const files = Array.from({ length: FOLDERS * FILES_EACH }, (_, number) => fileOf(number));
    const root = await mkdtemp(join(tmpdir(), 'devonz-bench-'));
    const page = await openAgentPage(context);
    try {
      for (const { path, text } of files) {
        await mkdir(dirname(join(root, path)), { recursive: true });
        await writeFile(join(root, path), text);
      }
      for (let at = 0; at < files.length; at += FILES_EACH) await mount(page, files.slice(at, at + FILES_EACH));
      const cold = await searchTime(page, QUERIES.text);
      const figures: Record<string, number> = { searchColdMs: cold };
      for (const [name, query] of Object.entries(QUERIES)) Object.assign(figures, await compare(page, root, name, query));
      figures.searchLongestTaskMs = await page.evaluate(() => Number(Reflect.get(globalThis, 'longestTask')));
      return figures;
    } finally {
      await page.context().close();
      await rm(root, { recursive: true, force: true });
    }
  },
};

async function compare(page: Page, root: string, name: string, query: string): Promise<Record<string, number>> {
  const engine: number[] = [];
  const native: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    engine.push(await searchTime(page, query));
    if (hasRipgrep()) native.push(await runNative('sh', ['-c', `rg -n -e '${query}' . || true`], { cwd: root }));
  }
  const figures: Record<string, number> = { [`search-${name}Ms`]: median(engine) };
  // Without ripgrep on this machine there is nothing to compare with.
  if (native.length > 0) {
    figures[`search-${name}NativeMs`] = median(native);
    figures[`search-${name}Ratio`] = median(engine) / median(native);
  }
  return figures;
}

function searchTime(page: Page, query: string): Promise<number> {
  return page.evaluate(async (given) => {
    const { runtime } = await agentRuntime();
    if (Reflect.get(globalThis, 'longestTask') === undefined) {
      Object.assign(globalThis, { longestTask: 0 });
      const note = (list: PerformanceObserverEntryList) => {
        const longest = Math.max(Number(Reflect.get(globalThis, 'longestTask')), ...list.getEntries().map(({ duration }) => duration));
        Object.assign(globalThis, { longestTask: longest });
      };
      new PerformanceObserver(note).observe({ entryTypes: ['longtask'] });
    }
    const startedAt = performance.now();
    // The runtime's branded path type.
    await runtime.search?.({ query: given, path: '' as Parameters<typeof runtime.readFile>[0], limit: 500, include: null, exclude: null });
    return performance.now() - startedAt;
  }, query);
}

async function mount(page: Page, files: readonly { path: string; text: string }[]): Promise<void> {
  await page.evaluate(
    async (given) => {
      const { runtime } = await agentRuntime();
      const encoder = new TextEncoder();
      // The runtime's branded path type.
      await runtime.mount(
        given.map(({ path, text }) => ({ path: path as Parameters<typeof runtime.readFile>[0], content: encoder.encode(text) })),
      );
    },
    [...files],
  );
}

/** Returns the same text for the same number, made of words common in programs. */
function fileOf(number: number): { path: string; text: string } {
  let seed = number + 1;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed % below;
  };
  let text = number % 1_000 === 500 ? 'const needleInTheTree = handler(1);\n' : '';
  while (text.length < CHARACTERS) {
    const words = Array.from({ length: 4 + random(8) }, () => WORDS[random(WORDS.length)]);
    text += `${'  '.repeat(random(4))}${words.join(' ')}${random(1_000)};\n`;
  }
  return { path: `folder-${Math.floor(number / FILES_EACH)}/file-${number % FILES_EACH}.ts`, text };
}

function hasRipgrep(): boolean {
  try {
    execFileSync('rg', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
