import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Figure } from '../bench-context.ts';
import { copyReactFixture, registryArguments } from '../native-projects.ts';
import { mountReactFixture } from '../open-react-project.ts';
import { runNative } from '../run-native.ts';
import { timeOnEngine } from '../time-on-engine.ts';

/** Measures `npm ci` of the react-ts fixture: with empty caches, and again with the packages cached. */
export const npmCiFigure: Figure = {
  name: 'npm-ci',
  async measure(context) {
    const page = await context.openPage();
    await mountReactFixture(page);
    await timeOnEngine(page, 'npm', ['--version']);
    const folder = await copyReactFixture();
    const cache = `${folder}-cache`;
    const args = ['ci', '--no-audit', '--no-fund', '--cache', cache, ...registryArguments(context.registry)];
    const figures: Record<string, number> = {};
    try {
      for (const name of ['npmCiCold', 'npmCiWarm']) {
        const native = await runNative('npm', args, { cwd: folder });
        const engine = await timeOnEngine(page, 'npm', ['ci']);
        Object.assign(figures, { [`${name}Ms`]: engine, [`${name}NativeMs`]: native, [`${name}Ratio`]: engine / native });
        await rm(join(folder, 'node_modules'), { recursive: true });
        await timeOnEngine(page, 'rm', ['-rf', 'node_modules']);
      }
    } finally {
      for (const made of [folder, cache]) await rm(made, { recursive: true, force: true });
      await page.context().close();
    }
    return figures;
  },
};
