import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { serverVariables } from '../../scripts/serve/server-variables.mjs';
import { type Figure, startBenchContext } from './engine/bench-context.ts';
import { bootFigure } from './engine/boot-figure.ts';
import { downloadFigure } from './engine/download-figure.ts';
import { mountFigure } from './engine/mount-figure.ts';
import { nodeStartFigure } from './engine/node-start-figure.ts';
import { previewFigure } from './engine/preview-figure.ts';
import { systemCallFigure } from './engine/system-call-figure.ts';
import { hmrFigure } from './engine/tools/hmr-figure.ts';
import { memoryFigure } from './engine/tools/memory-figure.ts';
import { npmCiFigure } from './engine/tools/npm-ci-figure.ts';
import { npmInstallFigure, npmInstallReactFigure } from './engine/tools/npm-install-figure.ts';
import { tscFigure } from './engine/tools/tsc-figure.ts';
import { viteBuildFigure } from './engine/tools/vite-build-figure.ts';
import { viteDevFigure } from './engine/tools/vite-dev-figure.ts';
import { vitestFigure } from './engine/tools/vitest-figure.ts';

const FIGURES: readonly Figure[] = [
  bootFigure,
  downloadFigure,
  nodeStartFigure,
  systemCallFigure,
  mountFigure,
  previewFigure,
  npmInstallFigure,
  npmInstallReactFigure,
  npmCiFigure,
  tscFigure,
  viteBuildFigure,
  viteDevFigure,
  hmrFigure,
  memoryFigure,
  vitestFigure,
];

/** Names that stand for several figures. */
const GROUPS: ReadonlyMap<string, readonly string[]> = new Map([
  ['tools', ['npm-ci', 'tsc', 'vite-build', 'vite-dev', 'hmr', 'memory', 'vitest']],
]);

/** Measures the engine and native Node in one run: `npm run bench -- engine [--only boot,mount]`. */
export async function bench(args: readonly string[]): Promise<Record<string, number>> {
  const { values } = parseArgs({ args: [...args], options: { only: { type: 'string' } } });
  const wanted = values.only?.split(',').flatMap((name) => GROUPS.get(name) ?? [name]);
  const unknown = wanted?.filter((name) => !FIGURES.some((figure) => figure.name === name)) ?? [];
  if (unknown.length > 0)
    throw new Error(`No figure ${unknown.join(', ')}. There are: ${[...FIGURES.map(({ name }) => name), ...GROUPS.keys()].join(', ')}`);
  const { NPM_REGISTRY_URL: registry } = await serverVariables(fileURLToPath(new URL('../..', import.meta.url)));
  const context = await startBenchContext(registry);
  // The load of the previous minute: above 1, the milliseconds are inflated, and only the ratios to native are meaningful.
  const result: Record<string, number> = { machineLoadBefore: Number((loadavg()[0] ?? 0).toFixed(1)) };
  try {
    for (const figure of FIGURES.filter(({ name }) => wanted?.includes(name) ?? true)) {
      try {
        Object.assign(result, round(await figure.measure(context)));
        console.error(`${figure.name}: measured`);
      } catch (error) {
        // The other figures are still useful.
        process.exitCode = 1;
        console.error(`${figure.name}: FAILED`, error);
      }
    }
  } finally {
    await context.close();
  }
  return result;
}

function round(figures: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Number(value.toPrecision(4))]));
}
