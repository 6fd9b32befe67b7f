import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../setup/find-chromium.ts';
import { bundlePage } from './bundle-page.ts';

const ENTRIES = 50_000;
const BYTES = 5 * 1024 * 1024;
const LINE = "export const value = { name: 'a string', count: 12345, list: [1, 2, 3] }; // and some words\n";

/**
 * Measures the workbench's tree and editor in a real browser, on a separate page: a project of 50 000 files in one folder and in 500, and
 * files of 5 MB, one of them a single line. Limits: 300 ms until the tree is painted, 1 s until a file is.
 */
export async function bench(): Promise<Record<string, number>> {
  const found = await findChromium();
  const browser = await chromium.launch({ executablePath: found.executablePath, args: found.arguments, env: found.environment });
  try {
    const figures: Record<string, number> = {};
    const note = (name: string, measured: Record<string, number>) => {
      for (const [key, value] of Object.entries(measured)) figures[`${name}_${key.replace(/Ms$/, '_ms')}`] = value;
    };
    const scripts = await bundlePage(new URL('./workbench/bench-page.tsx', import.meta.url));
    const open = async () => {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.setContent('<!doctype html><title>Workbench</title>');
      // Replaces UnoCSS, which sets the heights of the areas.
      await page.addStyleTag({ content: `${scripts.style} [role=tree], .editor-host { height: 760px; overflow: auto }` });
      await page.addScriptTag({ content: scripts.script, type: 'module' });
      await page.waitForFunction(() => globalThis.workbenchBench !== undefined);
      return page;
    };
    for (const isFlat of [true, false]) {
      const page = await open();
      note(isFlat ? 'tree_one_folder' : 'tree_500_folders', await measureTree(page, isFlat));
      await page.close();
    }
    for (const [name, path, text] of [
      ['small', 'small.ts', LINE.repeat(20)],
      ['lines', 'lines.ts', LINE.repeat(Math.ceil(BYTES / LINE.length))],
      ['one_line', 'line.js', LINE.slice(0, -18).repeat(Math.ceil(BYTES / (LINE.length - 18)))],
      ['json_line', 'line.json', `[${'{"a":1,"b":[true,null]},'.repeat(BYTES / 24)}0]`],
    ] as const) {
      const page = await open();
      note(name, await page.evaluate(([file, content]) => globalThis.workbenchBench?.editor(file, content) ?? {}, [path, text] as const));
      await page.close();
    }
    return figures;
  } finally {
    await browser.close();
  }
}

function measureTree(page: Page, isFlat: boolean): Promise<Record<string, number>> {
  return page.evaluate(([count, flat]) => globalThis.workbenchBench?.tree(count, flat) ?? {}, [ENTRIES, isFlat] as const);
}
