import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchContext, Figure } from '../bench-context.ts';
import { median } from '../median.ts';
import { runNative } from '../run-native.ts';

const TEMPLATES = fileURLToPath(new URL('../../../../templates/', import.meta.url));
const ROUNDS = 3;

interface Times {
  cold: number;
  warm: number;
}

/**
 * Compares `npm install` of a template without a lock file on the engine and with native npm, alternating and from the same registry. Cold:
 * nothing is cached. Warm: the same again, with `node_modules` and the lock file removed.
 */
function createInstallFigure(name: string, template: string, label: string): Figure {
  return {
    name,
    async measure(context) {
      const engine: Times[] = [];
      const native: Times[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        engine.push(await onEngine(context, template));
        native.push(await natively(context, template));
      }
      const figures = (['cold', 'warm'] as const).map((kind) => {
        const ours = median(engine.map((times) => times[kind]));
        const theirs = median(native.map((times) => times[kind]));
        const key = `${label}${kind === 'cold' ? 'Cold' : 'Warm'}`;
        return { [`${key}Ms`]: ours, [`${key}NativeMs`]: theirs, [`${key}Ratio`]: ours / theirs };
      });
      return Object.assign({}, ...figures);
    },
  };
}

export const npmInstallFigure: Figure = createInstallFigure('npm-install', 'express', 'expressInstall');
export const npmInstallReactFigure: Figure = createInstallFigure('npm-install-react', 'react-ts', 'reactInstall');

async function onEngine(context: BenchContext, template: string): Promise<Times> {
  const packageJson = await readFile(join(TEMPLATES, template, 'package.json'), 'utf8');
  const page = await context.openPage();
  const times = await page.evaluate(async (text) => {
    const { fs } = await booted();
    await fs.writeFile('package.json', text);
    // Starts the worker beforehand, as in any running session, so that the boot is not measured as part of an install.
    await runToEnd('npm', ['--version']);
    const install = async (): Promise<number> => {
      const startedAt = performance.now();
      const { exitCode, output } = await runToEnd('npm', ['install']);
      if (exitCode !== 0) throw new Error(output);
      return performance.now() - startedAt;
    };
    const cold = await install();
    await fs.rm('node_modules', { recursive: true });
    await fs.rm('package-lock.json');
    return { cold, warm: await install() };
  }, packageJson);
  await page.context().close();
  return times;
}

async function natively(context: BenchContext, template: string): Promise<Times> {
  const root = await mkdtemp(join(tmpdir(), 'devonz-bench-'));
  const project = join(root, 'project');
  const args = ['install', '--no-audit', '--cache', join(root, 'cache'), ...(context.registry ? ['--registry', context.registry] : [])];
  try {
    await cp(join(TEMPLATES, template), project, { recursive: true, filter: (path) => !/node_modules|package-lock/.test(path) });
    const cold = await runNative('npm', args, { cwd: project });
    for (const name of await readdir(project)) {
      if (name === 'node_modules' || name === 'package-lock.json') await rm(join(project, name), { recursive: true });
    }
    return { cold, warm: await runNative('npm', args, { cwd: project }) };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
