import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterEach, expect, it } from 'vitest';
import { mergeChunks } from './merge-chunks.mjs';

const SOURCES = new Map([
  [
    'worker.ts',
    `import { base } from './base.ts'; export const load = async (name: string) => name === 'first' ? (await import('./first.ts')).first() : (await import('./second.ts')).second(base);`,
  ],
  ['base.ts', `export let base = 1; export const raise = () => { base += 1; };`],
  ['words.ts', `export const words = ['a', 'b'];`],
  [
    'first.ts',
    `import { raise } from './base.ts'; import { words } from './words.ts'; export const first = () => { raise(); return words.join(); };`,
  ],
  [
    'second.ts',
    `import { base } from './base.ts'; import { words } from './words.ts'; export const second = (given: number) => [given, base, words.length].join();`,
  ],
]);

let folder: string | undefined;
afterEach(async () => {
  if (folder !== undefined) await rm(folder, { recursive: true });
});

it('puts chunks into one file, which all others share', async () => {
  folder = await mkdtemp(join(tmpdir(), 'devonz-merge-'));
  const out = join(folder, 'out');
  const address = `${pathToFileURL(out).href}/`;
  for (const [name, source] of SOURCES) await writeFile(join(folder, name), source);
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: ['worker.ts'],
    outdir: out,
    publicPath: address,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    metafile: true,
  });
  const outputs = Object.entries(metafile.outputs).map(([path, output]) => ({ name: path.replace('out/', ''), ...output }));
  const chunks = outputs.filter(({ name, entryPoint }) => name.startsWith('chunks/') && entryPoint !== 'second.ts');
  expect(chunks.length).toBeGreaterThan(2);

  const core = await mergeChunks({
    out,
    address,
    members: new Map(chunks.map(({ name, exports }) => [name.replace('chunks/', ''), exports])),
    files: outputs.map(({ name }) => join(out, name)),
  });

  const left = await readdir(join(out, 'chunks'));
  expect(left.sort()).toEqual([core, expect.stringMatching(/^second-/)]);
  const { load } = await import(/* @vite-ignore */ `${address}worker.js`);
  // The second program sees the changes of the first, because they share one `base`.
  expect([await load('second'), await load('first'), await load('second')]).toEqual(['1,1,2', 'a,b', '2,2,2']);
});
