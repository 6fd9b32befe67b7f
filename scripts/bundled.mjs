#!/usr/bin/env node
/**
 * `node scripts/bundled.mjs NAME`: bundles scripts/NAME.ts with its imports and runs it. Programs that answer lines start this way in half
 * the time needed to transform each of their files on loading.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleProgram } from './bundle-program.mjs';

const name = process.argv[2] ?? '';
if (!/^[a-z-]+$/.test(name)) {
  console.error('Which script? The name of a file in scripts, without its ending.');
  process.exit(2);
}
const program = await bundleProgram({ entryPoints: [join(import.meta.dirname, `${name}.ts`)] });
// A separate file for each run, so that concurrent runs do not overwrite each other's.
const folder = join(import.meta.dirname, '../.cache/scripts');
const file = join(folder, `${name}-${process.pid}.mjs`);
await mkdir(folder, { recursive: true });
await writeFile(file, program);
try {
  await import(pathToFileURL(file).href);
} finally {
  await rm(file, { force: true });
}
