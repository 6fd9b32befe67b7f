// Creates the contents of `npm pack` (its `prepack`): the compiled program, the scripts of its pages, and the licences of bundled packages.
import { copyFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeNotices } from '../../engine/scripts/write-notices.mjs';
import { buildProgram } from './build-program.mjs';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(PACKAGE, 'dist');

await rm(DIST, { recursive: true, force: true });
const inputs = await buildProgram(DIST);
await writeNotices(
  inputs.map((input) => resolve(process.cwd(), input)),
  join(PACKAGE, 'THIRD-PARTY-NOTICES.md'),
);
await copyFile(join(PACKAGE, '../../LICENSE'), join(PACKAGE, 'LICENSE'));
