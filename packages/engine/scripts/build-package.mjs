// Creates the contents of `npm pack` (its `prepack`): the engine's files, its compiled server, its types, and the licences of bundled
// packages.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { createEngineBuild } from './build-engine.mjs';
import { brotliInParts } from './engine-plugins.mjs';
import { writeNotices } from './write-notices.mjs';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(PACKAGE, 'dist');
const SERVER = join(PACKAGE, 'src/server');
/** The public entry points; `cli.ts` is the executable. */
const PUBLIC = ['fetch', 'node'];
/** Scripts that the engine's build loads into its own bundles one at a time. */
const DEFERRED = join(PACKAGE, 'src/programs/node/deferred');

await rm(DIST, { recursive: true, force: true });
const inputs = new Set([...(await buildEngine()), ...(await inputsOfDeferred()), ...(await buildServer())]);
await writeTypes();
await writeNotices([...inputs], join(PACKAGE, 'THIRD-PARTY-NOTICES.md'));
await copyFile(join(PACKAGE, '../../LICENSE'), join(PACKAGE, 'LICENSE'));

/** @returns {Promise<string[]>} the bundled files */
async function buildEngine() {
  /** @type {string[]} */
  const seen = [];
  const engine = await createEngineBuild({
    out: join(DIST, 'static/engine'),
    plugins: [
      {
        name: 'seen-inputs',
        setup: (builder) => builder.onEnd(({ metafile }) => void seen.push(...Object.keys(metafile?.inputs ?? {}))),
      },
    ],
  });
  await engine.rebuild();
  await engine.dispose();
  return seen.map(toFile);
}

/** @returns {Promise<string[]>} */
async function inputsOfDeferred() {
  const entryPoints = (await readdir(DEFERRED)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const { metafile } = await build({
    absWorkingDir: PACKAGE,
    entryPoints: entryPoints.map((name) => join(DEFERRED, name)),
    bundle: true,
    write: false,
    // One deferred part may refer to another.
    external: ['deferred:*'],
    plugins: [brotliInParts('binary')],
    metafile: true,
    outdir: DIST,
    platform: 'browser',
    format: 'esm',
    logLevel: 'error',
  });
  return Object.keys(metafile.inputs).map(toFile);
}

/** @returns {Promise<string[]>} */
async function buildServer() {
  const { metafile } = await build({
    absWorkingDir: PACKAGE,
    entryPoints: [...PUBLIC, 'cli'].map((name) => join(SERVER, `${name}.ts`)),
    outdir: DIST,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    metafile: true,
    logLevel: 'warning',
  });
  const program = join(DIST, 'cli.js');
  await writeFile(program, `#!/usr/bin/env node\n${await readFile(program, 'utf8')}`, { mode: 0o755 });
  return Object.keys(metafile.inputs).map(toFile);
}

/**
 * Resolves an input name of esbuild, which is relative and may have a namespace prefix.
 * @param {string} input
 */
function toFile(input) {
  return resolve(PACKAGE, input.replace(/^[\w-]{2,}:/, ''));
}

/** Writes the declarations of the public entry points, and of the files that these refer to. */
async function writeTypes() {
  const scratch = await mkdtemp(join(tmpdir(), 'devonz-types-'));
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  await promisify(execFile)(process.execPath, [compiler, '-p', join(PACKAGE, 'tsconfig.server.json'), '--outDir', scratch]);
  const [folder = ''] = (await readdir(scratch, { recursive: true })).filter((path) => path.endsWith('node.d.ts')).map(dirname);
  const wanted = PUBLIC.map((name) => `${name}.d.ts`);
  await mkdir(join(DIST, 'types'));
  for (const name of wanted) {
    const text = (await readFile(join(scratch, folder, name), 'utf8')).replaceAll(/(from ['"]\.\/[\w-]+)\.ts(['"])/g, '$1.js$2');
    await writeFile(join(DIST, 'types', name), text);
    for (const [, path = ''] of text.matchAll(/from ['"]\.\/([\w-]+\.m?js)['"]/g)) {
      const next = path.replace(/\.(m?)js$/, '.d.$1ts');
      if (!wanted.includes(next)) wanted.push(next);
    }
  }
  await rm(scratch, { recursive: true });
}
