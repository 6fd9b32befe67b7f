// Creates the contents of `npm pack` (its `prepack`): the compiled program, the scripts of its pages, and the licences of bundled packages.
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { writeNotices } from '../../engine/scripts/write-notices.mjs';
import { buildPages } from './build-pages.mjs';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(PACKAGE, 'dist');

await rm(DIST, { recursive: true, force: true });
const inputs = [...(await buildPages(join(DIST, 'pages'), { isMinified: true })), ...(await buildProgram())];
await writeNotices(
  inputs.map((input) => resolve(process.cwd(), input)),
  join(PACKAGE, 'THIRD-PARTY-NOTICES.md'),
);
await copyFile(join(PACKAGE, '../../LICENSE'), join(PACKAGE, 'LICENSE'));

/** @returns {Promise<string[]>} the bundled files */
async function buildProgram() {
  const program = join(DIST, 'cli.js');
  const { metafile } = await build({
    entryPoints: [join(PACKAGE, 'src/cli.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    external: ['@lydell/node-pty'],
    // `ws` is CommonJS, which an ES module has no `require` for.
    banner: { js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);" },
    metafile: true,
    logLevel: 'warning',
  });
  await writeFile(program, `#!/usr/bin/env node\n${await readFile(program, 'utf8')}`, { mode: 0o755 });
  return Object.keys(metafile.inputs);
}
