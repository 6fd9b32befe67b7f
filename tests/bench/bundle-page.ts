import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** A bench's page as one script, and its style; made as the app's own are, so that React is the one that users get. */
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
