/**
 * Runs every program of tests/fixtures/node-documented/*.txt (one per section, `=== its topic`), or the named programs of
 * packages/engine/src/programs/node/testing/programs, with this machine's Node, and writes their output next to them, for the tests to
 * replay on the engine.
 *
 * npx tsx packages/engine/scripts/record-node-programs.ts [name …]
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DOCUMENTED_INPUT, documentedFile, readDocumented } from '../src/programs/node/testing/documented-programs.ts';
import { readProgram } from '../src/programs/node/testing/read-program.ts';

const root = join(import.meta.dirname, '../../..');
const documented = join(root, 'tests/fixtures/node-documented');
const recorded = join(root, 'packages/engine/src/programs/node/testing/programs');

function run(main: string, files: ReadonlyMap<string, string>): { printed: string; stderr: string } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'node-program-')));
  try {
    for (const [path, content] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const env = { PATH: process.env.PATH ?? '', HOME: folder, NODE_NO_WARNINGS: '1' };
    const { status, stdout, stderr } = spawnSync('node', [main], {
      cwd: folder,
      env,
      input: DOCUMENTED_INPUT,
      encoding: 'utf8',
      timeout: 20_000,
    });
    return { printed: `exit ${status}\n${stdout}`.replaceAll(folder, '/home/project'), stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);

for (const file of readdirSync(documented)) {
  const name = file.replace(/\.txt$/, '');
  if (name === file || !isWanted(name)) continue;
  const programs = readDocumented(join(documented, file));
  const results = programs.map(({ title, source }) => {
    const main = documentedFile(source);
    const { printed, stderr } = run(main, new Map([[main, source]]));
    if (stderr !== '') console.log(`${name}, ${title}: ${stderr}`);
    return { title, printed };
  });
  writeFileSync(join(documented, `${name}.json`), `${JSON.stringify(results, null, 1)}\n`);
  console.log(`${name}: ${programs.length}`);
}

for (const file of readdirSync(recorded)) {
  const name = file.replace(/\.program\.txt$/, '');
  // Only by name, because the existing ones were recorded with several versions.
  if (name === file || !wanted.includes(name)) continue;
  const { main, files } = readProgram(pathToFileURL(join(recorded, file)));
  writeFileSync(join(recorded, `${name}.expected.txt`), run(main, files).printed);
  console.log(name);
}
