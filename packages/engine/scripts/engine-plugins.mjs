import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as bundle } from 'esbuild';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const { resolve: find } = createRequire(import.meta.url);

/**
 * zod's `z` includes the messages of fifty languages (400 kB); the engine uses only English.
 * @type {import('esbuild').Plugin}
 */
export const zodInEnglish = {
  name: 'zod-in-english',
  setup(build) {
    build.onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
      loader: 'js',
    }));
  },
};

/**
 * @swc/wasm-typescript embeds its WebAssembly as 3.7 MB of base64 in its script, and imports text codecs from Node. Here it is a file,
 * fetched where the script waits anyway (only workers load it).
 * @type {import('esbuild').Plugin}
 */
export const wasmTypescriptAsFile = {
  name: 'wasm-typescript-as-file',
  setup(build) {
    const embedded = /const \{ Buffer \} = require\('node:buffer'\);\s*const bytes = Buffer\.from\('([A-Za-z0-9+/=]+)', 'base64'\);/;
    build.onResolve({ filter: /^wasm-typescript\.wasm$/ }, ({ path }) => ({ path, namespace: 'wasm-typescript' }));
    build.onLoad({ filter: /.*/, namespace: 'wasm-typescript' }, async () => {
      const base64 = embedded.exec(await readFile(find('@swc/wasm-typescript'), 'utf8'))?.[1] ?? '';
      return { contents: Buffer.from(base64, 'base64'), loader: 'file' };
    });
    build.onLoad({ filter: /@swc\/wasm-typescript\/wasm\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      // Another version may be structured differently; it is then used unchanged.
      if (!embedded.test(source)) return { contents: source, loader: 'js' };
      const fetched = `const request = new XMLHttpRequest();
request.open('GET', require('wasm-typescript.wasm'), false);
request.responseType = 'arraybuffer';
request.send();
const bytes = request.response;`;
      const contents = source.replace(embedded, () => fetched).replaceAll(/require\(['"`]util['"`]\)/g, 'globalThis');
      return { contents, loader: 'js' };
    });
  },
};

/**
 * brotli-wasm starts its WebAssembly with `await`; here its two parts are separated, so that it can be started synchronously on first use.
 * `wasmLoader`: `file` gives the address, `binary` the bytes.
 * @param {'file' | 'binary'} wasmLoader
 * @returns {import('esbuild').Plugin}
 */
export function brotliInParts(wasmLoader) {
  return {
    name: 'brotli-in-parts',
    setup(build) {
      const folder = join(dirname(find('brotli-wasm')), 'pkg.bundler');
      build.onResolve({ filter: /^brotli-wasm\/glue$/ }, () => ({ path: join(folder, 'brotli_wasm_bg.js') }));
      build.onResolve({ filter: /^brotli-wasm\/wasm$/ }, () => ({ path: join(folder, 'brotli_wasm_bg.wasm'), namespace: 'brotli-wasm' }));
      build.onLoad({ filter: /.*/, namespace: 'brotli-wasm' }, async ({ path }) => ({
        contents: await readFile(path),
        loader: wasmLoader,
      }));
      build.onLoad({ filter: /brotli-wasm\/pkg\.bundler\/brotli_wasm_bg\.js$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const [imported] = /^import \* as wasm from .*$/m.exec(source) ?? [];
        if (imported === undefined)
          throw new Error('brotli-wasm is made otherwise than packages/engine/scripts/engine-plugins.mjs expects');
        const contents = source.replace(imported, 'let wasm; export function setWasm(exports) { wasm = exports; }');
        return { contents: contents.replaceAll("(0, module.require)('util')", 'globalThis'), loader: 'js' };
      });
    },
  };
}

/**
 * @noble/ciphers creates AES's tables (1.5 MB, 50 ms of a process's start) when it is imported; here they are created on first use.
 * @type {import('esbuild').Plugin}
 */
export const aesTablesWhenUsed = {
  name: 'aes-tables-when-used',
  setup(build) {
    build.onLoad({ filter: /@noble\/ciphers\/aes\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const made = /const (tableEncoding|tableDecoding) = \/\* @__PURE__ \*\/ (genTtable\(.*\));/g;
      const used = /= (tableEncoding|tableDecoding);/g;
      if (source.match(made)?.length !== 2 || !used.test(source))
        throw new Error('@noble/ciphers is made otherwise than packages/engine/scripts/engine-plugins.mjs expects');
      const contents = source.replaceAll(made, 'let $1Made; const $1 = () => ($1Made ??= $2);').replaceAll(used, '= $1();');
      return { contents, loader: 'js' };
    });
  },
};

const CAPTURED_GLOBALS = join(PACKAGE, 'scripts/captured-globals.mjs');

/** The modules that a deferred part shares with the bundle; `load-deferred.ts` provides them. */
const sharedWithDeferred = new Set([
  'acorn',
  'events/',
  'readable-stream',
  'base/buffer-class.ts',
  'base/callable-class.ts',
  'base/native-crypto.ts',
  'builtins/value-codec.ts',
  'builtins/vm/script-declarations.ts',
  'errors/node-error.ts',
  'errors/shape-system-error.ts',
  'errors/validate.ts',
  'inspect/stack-text.ts',
]);

/** The modules that the parts of `crypto` share with its core, which provides them. */
const sharedByCrypto = new Set([
  'deferred/crypto/byte-arguments.ts',
  'deferred/crypto/cipher-names.ts',
  'deferred/crypto/crypto-constants.ts',
  'deferred/crypto/hash-classes.ts',
  'deferred/crypto/hashes.ts',
  'deferred/crypto/key-object.ts',
  'deferred/crypto/web-key-hooks.ts',
]);
const partsOfCrypto = /\/(?:a?symmetric-crypto)\.js$/;

/**
 * Implements `import file from 'deferred:NAME'`: bundles `programs/node/deferred/NAME.ts` as a separate script, which is loaded and run
 * synchronously when a program first needs it. `loader`: `file` gives the address, `binary` the bytes.
 * @param {'file' | 'binary'} loader
 * @returns {import('esbuild').Plugin}
 */
export function deferredParts(loader) {
  return {
    name: 'deferred-parts',
    setup(build) {
      const folder = join(PACKAGE, 'src/programs/node');
      build.onResolve({ filter: /^deferred:/ }, ({ path }) => ({
        path: `${join(folder, 'deferred', path.slice('deferred:'.length))}.js`,
        namespace: 'deferred',
      }));
      build.onLoad({ filter: /.*/, namespace: 'deferred' }, async ({ path }) => {
        const { outputFiles, metafile } = await bundle({
          absWorkingDir: PACKAGE,
          entryPoints: [path.replace(/\.js$/, '.ts')],
          bundle: true,
          write: false,
          metafile: true,
          format: 'cjs',
          platform: 'browser',
          target: 'chrome110',
          minify: build.initialOptions.minify ?? false,
          keepNames: true,
          legalComments: 'none',
          logLevel: 'error',
          inject: [CAPTURED_GLOBALS],
          plugins: [brotliInParts('binary'), shareWithBundle(folder, partsOfCrypto.test(path) ? sharedByCrypto : new Set())],
        });
        const watchFiles = Object.keys(metafile.inputs).map((file) => join(PACKAGE, file));
        return { contents: outputFiles[0]?.contents ?? '', loader, watchFiles };
      });
    },
  };
}

/** @param {string} folder @param {Set<string>} also @returns {import('esbuild').Plugin} */
function shareWithBundle(folder, also) {
  return {
    name: 'share-with-bundle',
    setup(build) {
      // The globals that the bundle has captured: when a part is loaded, the program may have replaced its own.
      build.onResolve({ filter: /^captured-globals$/ }, ({ path }) => ({ path, external: true }));
      build.onLoad({ filter: /captured-globals\.mjs$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        return { contents: source.replace('const own = globalThis;', "const own = require('captured-globals');"), loader: 'js' };
      });
      build.onResolve({ filter: /^(?:acorn$|events\/$|readable-stream$|\.)/ }, ({ path, resolveDir }) => {
        const name = path.startsWith('.') ? relative(folder, resolve(resolveDir, path)).replaceAll('\\', '/') : path;
        return sharedWithDeferred.has(name) || also.has(name) ? { path: name, external: true } : undefined;
      });
    },
  };
}
