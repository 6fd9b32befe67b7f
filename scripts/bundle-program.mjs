import { build } from 'esbuild';

/**
 * Bundles a program with all its imports as one file of ES modules for Node.
 * @param {import('esbuild').BuildOptions} entry the program to bundle
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
