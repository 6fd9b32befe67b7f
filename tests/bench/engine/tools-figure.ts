import { cp, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { Figure } from './bench-context.ts';
import { runNative } from './run-native.ts';

const FIXTURE = fileURLToPath(new URL('../../fixtures/react-ts/', import.meta.url));
/** Written by the engine's own npm: the packages that stand in for native ones are in it, so that both sides run the same code. */
const LOCK = 'engine-lock.json';

/** The react-ts fixture with the tools of the registry: installed, checked, built and tested, here and on the engine. */
export const toolsFigure: Figure = {
  name: 'tools',
  async measure(context) {
    const page = await context.openPage();
    const folder = await mkdtemp(join(tmpdir(), 'devonz-bench-'));
    try {
      await cp(FIXTURE, folder, { recursive: true });
      await rename(join(folder, LOCK), join(folder, 'package-lock.json'));
      await mountProject(page, folder);
      const figures: Record<string, number> = {};
      for (const [name, command] of [
        ['npmCiCold', 'npm ci'],
        ['npmCiWarm', 'rm -rf node_modules && npm ci'],
        ['tsc', 'npx tsc --noEmit'],
        ['viteBuildFirst', 'npx vite build'],
        ['viteBuild', 'npx vite build'],
        ['vitest', 'npx vitest run'],
      ] as const) {
        const native = await runNative('sh', ['-c', command], { cwd: folder, env: nativeEnvironment(name, folder) });
        const engine = await timeCommand(page, command);
        Object.assign(figures, { [`${name}Ms`]: engine, [`${name}NativeMs`]: native, [`${name}Ratio`]: engine / native });
      }
      return figures;
    } finally {
      await page.context().close();
      for (const made of [folder, `${folder}-cache`]) await rm(made, { recursive: true, force: true });
    }
  },
};

/** A cache of its own, which is empty the first time, as the engine's is. */
function nativeEnvironment(name: string, folder: string): Record<string, string> {
  return name.startsWith('npm') ? { npm_config_cache: `${folder}-cache`, npm_config_audit: 'false', npm_config_fund: 'false' } : {};
}

async function timeCommand(page: Page, command: string): Promise<number> {
  const ran = await page.evaluate(async (command) => {
    const startedAt = performance.now();
    const { exitCode, output } = await runToEnd('jsh', ['-c', command]);
    return { milliseconds: performance.now() - startedAt, exitCode, output };
  }, command);
  if (ran.exitCode !== 0) throw new Error(`${command} ended with ${ran.exitCode} on the engine:\n${ran.output.slice(-2000)}`);
  return ran.milliseconds;
}

async function mountProject(page: Page, folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const file = join(entry.parentPath, entry.name);
        return [file.slice(folder.length + 1), await readFile(file, 'utf8')] as const;
      }),
  );
  await page.evaluate(async (files) => {
    const { fs } = await booted();
    for (const [path, content] of files) {
      const slash = path.lastIndexOf('/');
      if (slash > 0) await fs.mkdir(path.slice(0, slash), { recursive: true });
      await fs.writeFile(path, content);
    }
  }, files);
}
