import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { aesTablesWhenUsed, brotliInParts, deferredParts } from '../../../../scripts/engine-plugins.mjs';
import type { Program } from '../../../abi/program.ts';
import { typeStripperPlugin } from './type-stripper-plugin.mjs';

const PACKAGE = new URL('../../../../', import.meta.url);
const folder = 'node_modules/.cache/devonz-node-program';

let bundled: Promise<string> | null = null;

/** Bundles as for the browser; unbundled, the base packages would use the host's own `events` and `buffer`. */
async function bundle(): Promise<string> {
  mkdirSync(new URL(folder, PACKAGE), { recursive: true });
  const outfile = `${folder}/node-program-${process.pid}.mjs`;
  await build({
    absWorkingDir: fileURLToPath(PACKAGE),
    entryPoints: ['src/programs/node/node-program.ts'],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    outdir: folder,
    inject: ['scripts/captured-globals.mjs'],
    splitting: true,
    entryNames: `[name]-${process.pid}`,
    outExtension: { '.js': '.mjs' },
    sourcemap: 'inline',
    // As in the engine's own build, because programs display names.
    keepNames: true,
    loader: { '.wasm': 'binary' },
    logLevel: 'error',
    plugins: [aesTablesWhenUsed, typeStripperPlugin, brotliInParts('binary'), deferredParts('binary')],
  });
  return outfile;
}

/** Loads a separate copy with each call, like a process in its worker, because the base packages keep state per copy. */
export async function loadNodeProgram(): Promise<Program> {
  bundled ??= bundle();
  const file = await bundled;
  return async (context) => {
    const url = new URL(`${file}?process=${context.pid}-${performance.now()}`, PACKAGE);
    const loaded = (await import(/* @vite-ignore */ url.href)) as { nodeProgram: Program };
    return loaded.nodeProgram(context);
  };
}

/** Loads one copy for programs that run one after the other. */
export async function loadOneNodeProgram(): Promise<Program> {
  bundled ??= bundle();
  const file = await bundled;
  const url = new URL(`${file}?shared=${performance.now()}`, PACKAGE);
  const loaded = (await import(/* @vite-ignore */ url.href)) as { nodeProgram: Program };
  return loaded.nodeProgram;
}
