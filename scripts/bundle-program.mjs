import { build } from 'esbuild';

/**
 * One file of ES modules for Node, with all that it imports.
 * @param {import('esbuild').BuildOptions} entry what to bundle
 */
export async function bundleProgram(entry) {
  const { outputFiles } = await build({
    ...entry,
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}
