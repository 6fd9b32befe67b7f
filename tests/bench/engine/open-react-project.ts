import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { BenchContext } from './bench-context.ts';
import { ENGINE_LOCK, REACT_FIXTURE } from './native-projects.ts';
import { timeOnEngine } from './time-on-engine.ts';

/** Opens a page whose container holds the react-ts fixture with its packages. */
export async function openReactProject(context: BenchContext): Promise<Page> {
  const page = await context.openPage();
  await mountReactFixture(page);
  await timeOnEngine(page, 'npm', ['ci']);
  return page;
}

export async function mountReactFixture(page: Page): Promise<void> {
  const entries = await readdir(REACT_FIXTURE, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const file = join(entry.parentPath, entry.name);
        const path = file.slice(REACT_FIXTURE.length);
        return [path === ENGINE_LOCK ? 'package-lock.json' : path, await readFile(file, 'utf8')] as const;
      }),
  );
  await writeFiles(page, files);
}

/** Writes text files into the container's working directory. */
export async function writeFiles(page: Page, files: readonly (readonly [path: string, content: string])[]): Promise<void> {
  await page.evaluate(async (files) => {
    const { fs } = await booted();
    for (const [path, content] of files) {
      const slash = path.lastIndexOf('/');
      if (slash > 0) await fs.mkdir(path.slice(0, slash), { recursive: true });
      await fs.writeFile(path, content);
    }
  }, files);
}
