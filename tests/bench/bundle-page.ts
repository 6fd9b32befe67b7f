import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Bundles a bench's page as one script and its style, built like the app's own so that React is the version users get. */
export async function bundlePage(entry: URL): Promise<{ script: string; style: string }> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    write: false,
    outdir: '/',
    minify: true,
    platform: 'browser',
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  const textOf = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  return { script: textOf('.js'), style: textOf('.css') };
}
