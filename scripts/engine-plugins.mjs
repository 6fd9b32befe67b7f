import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * zod's `z` holds the messages of fifty languages (400 kB); the engine's are English.
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
 * @swc/wasm-typescript carries its WebAssembly as 3.7 MB of base64 in its script, and takes text codecs from Node. Here it is a
 * file, fetched where the script stands still anyway (only workers load it).
 * @type {import('esbuild').Plugin}
 */
export const wasmTypescriptAsFile = {
  name: 'wasm-typescript-as-file',
  setup(build) {
    const embedded = /const \{ Buffer \} = require\('node:buffer'\);\s*const bytes = Buffer\.from\('([A-Za-z0-9+/=]+)', 'base64'\);/;
    const scriptPath = join(build.initialOptions.absWorkingDir ?? '', 'node_modules/@swc/wasm-typescript/wasm.js');
    build.onResolve({ filter: /^wasm-typescript\.wasm$/ }, ({ path }) => ({ path, namespace: 'wasm-typescript' }));
    build.onLoad({ filter: /.*/, namespace: 'wasm-typescript' }, async () => {
      const base64 = embedded.exec(await readFile(scriptPath, 'utf8'))?.[1] ?? '';
      return { contents: Buffer.from(base64, 'base64'), loader: 'file' };
    });
    build.onLoad({ filter: /@swc\/wasm-typescript\/wasm\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      // Another version may be made otherwise: then it is taken as it is.
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
 * brotli-wasm starts its WebAssembly with `await`; here its two parts are taken apart, so that it can be started when first used,
 * synchronously. `wasmLoader`: `file` gives the address, `binary` the bytes.
 * @param {'file' | 'binary'} wasmLoader
 * @returns {import('esbuild').Plugin}
 */
export function brotliInParts(wasmLoader) {
  return {
    name: 'brotli-in-parts',
    setup(build) {
      const folder = join(build.initialOptions.absWorkingDir ?? process.cwd(), 'node_modules/brotli-wasm/pkg.bundler');
      build.onResolve({ filter: /^brotli-wasm\/glue$/ }, () => ({ path: join(folder, 'brotli_wasm_bg.js') }));
      build.onResolve({ filter: /^brotli-wasm\/wasm$/ }, () => ({ path: join(folder, 'brotli_wasm_bg.wasm'), namespace: 'brotli-wasm' }));
      build.onLoad({ filter: /.*/, namespace: 'brotli-wasm' }, async ({ path }) => ({
        contents: await readFile(path),
        loader: wasmLoader,
      }));
      build.onLoad({ filter: /brotli-wasm\/pkg\.bundler\/brotli_wasm_bg\.js$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const [imported] = /^import \* as wasm from .*$/m.exec(source) ?? [];
        if (imported === undefined) throw new Error('brotli-wasm is made otherwise than scripts/engine-plugins.mjs expects');
        const contents = source.replace(imported, 'let wasm; export function setWasm(exports) { wasm = exports; }');
        return { contents: contents.replaceAll("(0, module.require)('util')", 'globalThis'), loader: 'js' };
      });
    },
  };
}
