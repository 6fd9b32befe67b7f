// Runs every program of `programs/` in the current Node and saves its output as `<name>.expected.txt`.
//   npx tsx packages/engine/src/programs/node/testing/record-programs.mts
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readProgram } from './read-program.ts';

const folder = new URL('./programs/', import.meta.url);
for (const name of readdirSync(folder).filter((file) => file.endsWith('.program.txt'))) {
  const { main, files } = readProgram(new URL(name, folder));
  // As long as `/home/project`, because line breaks depend on the length.
  const project = mkdtempSync('/tmp/p-');
  for (const [path, content] of files) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), content);
  }
  const { stdout, status } = spawnSync(process.execPath, [main], {
    cwd: project,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
    input: 'line one\nline two\n',
  });
  writeFileSync(new URL(name.replace('.program.', '.expected.'), folder), `exit ${status}\n${stdout.replaceAll(project, '/home/project')}`);
  rmSync(project, { recursive: true });
}
