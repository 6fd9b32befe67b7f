import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildPages } from './build-pages.mjs';

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url));
/** The command; what a server in front of the app imports; and the program that this starts for each machine. */
const ENTRIES = ['cli', 'own-computer/own-computer', 'own-computer/own-computer-child'];

/**
 * Compiles the program and the scripts of its pages.
 * @param {string} out the folder for them
 * @returns {Promise<string[]>} the bundled files
 */
export async function buildProgram(out) {
  const program = join(out, 'cli.js');
  const { metafile } = await build({
    entryPoints: Object.fromEntries(ENTRIES.map((path) => [basename(path), `${SOURCES}${path}.ts`])),
    outdir: out,
    bundle: true,
    // The parts for a server, a container or a sandbox are loaded when one is asked for.
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    // ssh2 does without these, and says nothing if they are missing.
    external: ['@lydell/node-pty', 'cpu-features', '*.node'],
    // `ws` and ssh2 are CommonJS, whose `require` and `__dirname` an ES module does not have.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url); const __dirname = import.meta.dirname;",
    },
    metafile: true,
    logLevel: 'warning',
  });
  await writeFile(program, `#!/usr/bin/env node\n${await readFile(program, 'utf8')}`, { mode: 0o755 });
  const pages = await buildPages(join(out, 'pages'), { isMinified: true });
  return [...Object.keys(metafile.inputs), ...pages];
}
