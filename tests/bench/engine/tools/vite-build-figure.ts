import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Figure } from '../bench-context.ts';
import { median } from '../median.ts';
import { openReactProject } from '../open-react-project.ts';
import { runNative } from '../run-native.ts';
import { timeOnEngine } from '../time-on-engine.ts';

const ROUNDS = 3;

/** Measures `vite build` of the react-ts fixture, compared with the same packages and with native esbuild and rollup. */
export const viteBuildFigure: Figure = {
  name: 'vite-build',
  async measure(context) {
    const folders = { wasm: await context.nativeProjects.folder('wasm'), binaries: await context.nativeProjects.folder('binaries') };
    const page = await openReactProject(context);
    const natively = (folder: string) => runNative(join(folder, 'node_modules/.bin/vite'), ['build'], { cwd: folder });
    const onEngine = () => timeOnEngine(page, 'node_modules/.bin/vite', ['build']);
    const first = await onEngine();
    const firstNative = await natively(folders.wasm);
    await natively(folders.binaries);
    const engine: number[] = [];
    const wasm: number[] = [];
    const binaries: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      engine.push(await onEngine());
      wasm.push(await natively(folders.wasm));
      binaries.push(await natively(folders.binaries));
    }
    const built = await engineDist(page);
    await page.context().close();
    return {
      viteBuildFirstMs: first,
      viteBuildFirstNativeMs: firstNative,
      viteBuildMs: median(engine),
      viteBuildNativeMs: median(wasm),
      viteBuildBinariesMs: median(binaries),
      viteBuildRatio: median(engine) / median(wasm),
      viteBuildBinariesRatio: median(engine) / median(binaries),
      viteBuildFiles: built.size,
      viteBuildDifferingFiles: countDiffering(built, await nativeDist(folders.wasm)),
      viteBuildDifferingFromBinariesFiles: countDiffering(built, await nativeDist(folders.binaries)),
    };
  },
};

type Dist = Map<string, Buffer>;

async function engineDist(page: Page): Promise<Dist> {
  const files = await page.evaluate(async () => {
    const { fs } = await booted();
    const found: [string, number[]][] = [];
    const visit = async (folder: string): Promise<void> => {
      for (const entry of await fs.readdir(folder, { withFileTypes: true })) {
        const path = `${folder}/${entry.name}`;
        if (entry.isDirectory()) await visit(path);
        else found.push([path.slice('dist/'.length), Array.from(await fs.readFile(path))]);
      }
    };
    await visit('dist');
    return found;
  });
  return new Map(files.map(([path, bytes]) => [path, Buffer.from(bytes)]));
}

async function nativeDist(folder: string): Promise<Dist> {
  const root = join(folder, 'dist/');
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(await Promise.all(paths.map(async (path) => [path.slice(root.length), await readFile(path)] as const)));
}

/** Counts the files that exist on one side only or differ in their bytes. */
function countDiffering(one: Dist, other: Dist): number {
  const names = new Set([...one.keys(), ...other.keys()]);
  return [...names].filter((name) => !one.get(name)?.equals(other.get(name) ?? Buffer.alloc(0))).length;
}
