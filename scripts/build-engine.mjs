// Builds the engine (everything that runs on the sandbox's and the previews' hosts) into `build/client/engine/`.
//   node scripts/build-engine.mjs [--out <folder>] [--watch] [--development]
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { context } from 'esbuild';
import { brotliInParts, deferredParts, wasmTypescriptAsFile, zodInEnglish } from './engine-plugins.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ENGINE = join(ROOT, 'app/engine');

/** Modules, sharing chunks; a program's chunks are loaded by the worker that runs it. */
const MODULE_ENTRIES = ['headless/page/headless-page.ts', 'headless/kernel-worker.ts', 'process/process-worker.ts'];

/** One classic script each: a service worker may not be a module everywhere, and the others stand in `<script src>` of small pages. */
const CLASSIC_ENTRIES = [
  'headless/page/refusal-page.ts',
  'preview/service-worker/preview-service-worker.ts',
  'preview/page/bridge-page.ts',
  'preview/page/boot-page.ts',
  'preview/page/preview-script.ts',
  'preview/page/worker-script.ts',
];

/** @type {typeof import('./build-engine.d.mts').createEngineBuild} */
export async function createEngineBuild({ out, isDevelopment = false, plugins = [] }) {
  /** @type {import('esbuild').BuildOptions} */
  const common = {
    absWorkingDir: ROOT,
    outdir: out,
    bundle: true,
    platform: 'browser',
    target: 'chrome110',
    minify: !isDevelopment,
    sourcemap: isDevelopment ? 'linked' : false,
    // Names of classes and functions show in the stacks and `inspect` output of programs.
    keepNames: true,
    legalComments: 'none',
    loader: { '.wasm': 'file' },
    // What packages in the bundle take from Node.
    alias: { 'node:buffer': 'buffer/', 'node:events': 'events/', 'node:string_decoder': 'string_decoder/' },
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
    // Where every server of ours has these files.
    publicPath: '/engine/',
    metafile: true,
    plugins: [zodInEnglish, wasmTypescriptAsFile, brotliInParts('file'), deferredParts('file'), ...plugins],
  };
  const contexts = [
    await context({
      ...common,
      entryPoints: MODULE_ENTRIES.map(toEntry),
      format: 'esm',
      splitting: true,
      chunkNames: 'chunks/[name]-[hash]',
      assetNames: 'assets/[name]-[hash]',
    }),
    await context({ ...common, entryPoints: CLASSIC_ENTRIES.map(toEntry), format: 'iife' }),
  ];
  await mkdir(out, { recursive: true });
  const copyPage = () => copyFile(join(ENGINE, 'headless/page/headless.html'), join(out, 'headless.html'));
  return {
    async rebuild() {
      await removeOldChunks(out);
      const [modules] = await Promise.all(contexts.map((each) => each.rebuild()));
      if (isDevelopment || !modules?.metafile) await copyPage();
      else await writePage(out, modules.metafile);
    },
    async watch() {
      await Promise.all([...contexts.map((each) => each.watch()), copyPage()]);
    },
    async dispose() {
      await Promise.all(contexts.map((each) => each.dispose()));
    },
  };
}

/** @param {string} path */
function toEntry(path) {
  return { in: join(ENGINE, path), out: basename(path, '.ts') };
}

/** What the first command of a session needs: loaded while the page starts, and not one after the other. */
const PRELOADED = [...MODULE_ENTRIES, 'shell/jsh-program.ts'];

/**
 * Writes the engine's page. Its scripts get a version, with which servers let them be kept for good; the files they import carry
 * their hash in their names. @param {string} out @param {import('esbuild').Metafile} metafile
 */
async function writePage(out, metafile) {
  const outputs = new Map(Object.entries(metafile.outputs));
  const files = new Set(
    [...outputs].flatMap(([path, { entryPoint }]) =>
      entryPoint && PRELOADED.some((name) => join(ROOT, entryPoint) === join(ENGINE, name)) ? withImports(path, outputs) : [],
    ),
  );
  const hash = createHash('sha256');
  for (const path of [...outputs.keys()].sort()) hash.update(await readFile(join(ROOT, path)));
  const version = hash.digest('hex').slice(0, 12);
  const address = (/** @type {string} */ path) => {
    const name = relative(out, join(ROOT, path)).replaceAll('\\', '/');
    return `/engine/${name}${name.includes('/') ? '' : `?v=${version}`}`;
  };
  const links = [...files].map((path) => `<link rel="preload" as="script" crossorigin href="${address(path)}">`);
  const page = await readFile(join(ENGINE, 'headless/page/headless.html'), 'utf8');
  const versioned = page.replace('/engine/headless-page.js', (path) => `${path}?v=${version}`);
  await writeFile(
    join(out, 'headless.html'),
    versioned.replace('</head>', () => `${links.join('\n    ')}\n  </head>`),
  );
}

/** @param {string} path @param {Map<string, import('esbuild').Metafile['outputs'][string]>} outputs @returns {string[]} */
function withImports(path, outputs, seen = new Set([path])) {
  for (const { path: imported, kind } of outputs.get(path)?.imports ?? []) {
    if (kind !== 'import-statement' || seen.has(imported) || !outputs.has(imported)) continue;
    seen.add(imported);
    withImports(imported, outputs, seen);
  }
  return [...seen];
}

/** Their names carry a hash, so that each build leaves others. @param {string} out */
async function removeOldChunks(out) {
  for (const folder of ['chunks', 'assets']) await rm(join(out, folder), { recursive: true, force: true });
}

/** @param {string} out */
async function describeFiles(out) {
  const files = await readdir(out, { recursive: true, withFileTypes: true });
  return `${files.filter((file) => file.isFile()).length} files`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: { out: { type: 'string' }, watch: { type: 'boolean', default: false }, development: { type: 'boolean', default: false } },
  });
  const out = resolve(values.out ?? join(ROOT, 'build/client/engine'));
  const startedAt = performance.now();
  const build = await createEngineBuild({ out, isDevelopment: values.development || values.watch });
  if (values.watch) await build.watch();
  else {
    await build.rebuild();
    await build.dispose();
    console.log(`Engine: ${await describeFiles(out)} in ${Math.round(performance.now() - startedAt)} ms.`);
  }
}
