// Builds the engine (everything that runs on the hosts of the sandbox and the previews) into `dist/static/engine/`, or `--out`.
//   node packages/engine/scripts/build-engine.mjs [--out <folder>] [--watch] [--development]
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { context } from 'esbuild';
import { aesTablesWhenUsed, brotliInParts, deferredParts, wasmTypescriptAsFile, zodInEnglish } from './engine-plugins.mjs';
import { mergeChunks } from './merge-chunks.mjs';
import { writeOfflineBuild } from './write-offline-build.mjs';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = join(PACKAGE, 'src');
/** The path at which every server of the engine serves these files. */
const ADDRESS = '/engine/';
const PAGE = 'headless.html';
const CAPTURED_GLOBALS = join(PACKAGE, 'scripts/captured-globals.mjs');

/** One module each, without chunks: code that loads before anything runs must not load in steps. */
const WHOLE_ENTRIES = ['host/page/headless-page.ts', 'host/kernel-worker.ts'];

/** Loaded on first use: by the kernel's worker for a client, or by a preview in which an error occurs or an element is picked. */
const DEFERRED_ENTRIES = ['host/internal/internal-calls.ts', 'preview/page/source-places.ts', 'preview/page/picker/element-picker.ts'];

/** A module whose programs are chunks, loaded by the worker that runs them. */
const PROCESS_ENTRY = 'worker/process-worker.ts';

/** The program that the first command of a session needs, and most others; it shares one chunk with the worker's own script. */
const FIRST_PROGRAM = 'programs/shell/jsh-program.ts';

/** One classic script each: service workers cannot be modules in all browsers, and the others are in `<script src>` of small pages. */
const CLASSIC_ENTRIES = [
  'host/page/refusal-page.ts',
  'preview/service-worker/preview-service-worker.ts',
  'preview/page/bridge-page.ts',
  'preview/page/boot-page.ts',
  'preview/page/preview-script.ts',
  'preview/page/worker-script.ts',
  'preview/page/forget/forget-preview-page.ts',
  'host/page/forget/forget-page.ts',
  'preview/page/service-worker-host.ts',
  'offline/offline-worker.ts',
  'offline/page/offline-page.ts',
];

/** @type {typeof import('./build-engine.d.mts').createEngineBuild} */
export async function createEngineBuild({ out, isDevelopment = false, plugins = [] }) {
  /** @type {import('esbuild').BuildOptions} */
  const common = {
    absWorkingDir: PACKAGE,
    outdir: out,
    bundle: true,
    platform: 'browser',
    target: 'chrome110',
    minify: !isDevelopment,
    sourcemap: isDevelopment ? 'linked' : false,
    // Names of classes and functions appear in stacks and `inspect` output of programs.
    keepNames: true,
    legalComments: 'none',
    loader: { '.wasm': 'file' },
    // Replacements for Node's modules that bundled packages import.
    alias: { 'node:buffer': 'buffer/', 'node:events': 'events/', 'node:string_decoder': 'string_decoder/' },
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
    publicPath: ADDRESS,
    metafile: true,
    plugins: [aesTablesWhenUsed, zodInEnglish, wasmTypescriptAsFile, brotliInParts('file'), deferredParts('file'), ...plugins],
  };
  const contexts = [
    await context({
      ...common,
      entryPoints: [toEntry(PROCESS_ENTRY)],
      inject: [CAPTURED_GLOBALS],
      format: 'esm',
      splitting: true,
      chunkNames: 'chunks/[name]-[hash]',
      assetNames: 'assets/[name]-[hash]',
    }),
    await context({ ...common, entryPoints: [...WHOLE_ENTRIES, ...DEFERRED_ENTRIES].map(toEntry), format: 'esm' }),
    await context({ ...common, entryPoints: CLASSIC_ENTRIES.map(toEntry), format: 'iife' }),
  ];
  await mkdir(out, { recursive: true });
  const copyPage = () => copyFile(join(SOURCES, 'host/page', PAGE), join(out, PAGE));
  return {
    async rebuild() {
      await removeOldChunks(out);
      const [modules] = await Promise.all(contexts.map((each) => each.rebuild()));
      if (isDevelopment || !modules?.metafile) await copyPage();
      else {
        const version = await writePage(out, await mergeFirstProgram(out, modules.metafile));
        await writeOfflineBuild({ out, address: ADDRESS, page: PAGE, version, versioned: VERSIONED });
      }
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
  return { in: join(SOURCES, path), out: basename(path, '.ts') };
}

/** @param {string} out @param {import('esbuild').Metafile} metafile @returns {Promise<string>} the name of the chunk that every process loads */
async function mergeFirstProgram(out, metafile) {
  const outputs = new Map(Object.entries(metafile.outputs).filter(([path]) => path.endsWith('.js')));
  const needed = new Set(
    [...outputs].flatMap(([path, { entryPoint }]) =>
      entryPoint && [PROCESS_ENTRY, FIRST_PROGRAM].some((name) => join(PACKAGE, entryPoint) === join(SOURCES, name))
        ? withImports(path, outputs)
        : [],
    ),
  );
  const chunks = [...needed].filter((path) => basename(dirname(path)) === 'chunks');
  return mergeChunks({
    out,
    address: ADDRESS,
    members: new Map(chunks.map((path) => [basename(path), outputs.get(path)?.exports ?? []])),
    files: [...outputs.keys()].map((path) => join(PACKAGE, path)),
  });
}

/** Files requested with the build's version. */
const VERSIONED = ['headless-page.js', 'kernel-worker.js', 'process-worker.js', 'internal-calls.js'];

/**
 * Writes the engine's page. Its scripts get a version, with which servers allow permanent caching; the files that they import have a hash
 * in their names.
 * @param {string} out
 * @param {string} firstChunk
 * @returns {Promise<string>} the version
 */
async function writePage(out, firstChunk) {
  const hash = createHash('sha256');
  const files = (await readdir(out, { recursive: true, withFileTypes: true })).filter((file) => file.isFile() && file.name !== PAGE);
  for (const path of files.map((file) => join(file.parentPath, file.name)).sort()) hash.update(await readFile(path));
  const version = hash.digest('hex').slice(0, 12);
  const scripts = ['kernel-worker.js', 'process-worker.js'].map((name) => `${name}?v=${version}`);
  const links = [...scripts, `chunks/${firstChunk}`].map((path) => `<link rel="preload" as="script" crossorigin href="${ADDRESS}${path}">`);
  const page = await readFile(join(SOURCES, 'host/page', PAGE), 'utf8');
  const versioned = page.replace(`${ADDRESS}headless-page.js`, (path) => `${path}?v=${version}`);
  await writeFile(
    join(out, PAGE),
    versioned.replace('</head>', () => `${links.join('\n    ')}\n  </head>`),
  );
  return version;
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

/**
 * Removes the chunks of earlier builds, whose names contain other hashes.
 * @param {string} out
 */
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
  const out = resolve(values.out ?? join(PACKAGE, 'dist/static/engine'));
  const startedAt = performance.now();
  const build = await createEngineBuild({ out, isDevelopment: values.development || values.watch });
  if (values.watch) await build.watch();
  else {
    await build.rebuild();
    await build.dispose();
    console.log(`Engine: ${await describeFiles(out)} in ${Math.round(performance.now() - startedAt)} ms.`);
  }
}
