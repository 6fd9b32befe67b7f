import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const PAGE = fileURLToPath(new URL('../src/page/', import.meta.url));

/**
 * Compiles the scripts of the control page and of previews.
 * @param {string} out the folder for them
 * @param {{ isMinified?: boolean }} [options]
 * @returns {Promise<string[]>} the bundled files
 */
export async function buildPages(out, { isMinified = false } = {}) {
  const { metafile } = await build({
    entryPoints: [`${PAGE}headless-page.ts`, `${PAGE}preview/errors-page.ts`],
    entryNames: '[name]',
    outdir: out,
    bundle: true,
    minify: isMinified,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    metafile: true,
    logLevel: 'warning',
  });
  return Object.keys(metafile.inputs);
}
