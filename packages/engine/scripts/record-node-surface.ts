// npx tsx packages/engine/scripts/record-node-surface.ts <a node 22>
// Writes the members of that Node's builtin modules, for surface.test.ts to compare.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SURFACE_PROGRAM } from '../src/programs/node/testing/surface-program.ts';

const node = process.argv[2];
if (node === undefined) throw new Error('Usage: npx tsx packages/engine/scripts/record-node-surface.ts <a node 22>');
const printed = execFileSync(node, ['--no-warnings', '-e', SURFACE_PROGRAM], { encoding: 'utf8', maxBuffer: 2 ** 26 });
const surface = Object.entries(JSON.parse(printed) as Record<string, string[]>);
const lines = surface.map(([name, members]) => `  ${JSON.stringify(name)}: ${JSON.stringify(members.join(' '))}`);
writeFileSync(fileURLToPath(new URL('../src/programs/node/testing/node-surface.json', import.meta.url)), `{\n${lines.join(',\n')}\n}\n`);
