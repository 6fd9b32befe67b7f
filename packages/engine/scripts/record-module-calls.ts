// npx tsx packages/engine/scripts/record-module-calls.ts <path of a Node 22> [--show url] Records the answers of that Node to the drawn
// calls of module-calls.ts, with which module-calls.test.ts compares ours; `--show` prints the calls and answers of a module.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CALLED_MODULES,
  type CalledModule,
  digestCall,
  moduleCallsProgram,
  type ShownCall,
} from '../src/programs/node/testing/module-calls.ts';

const DIGESTS_A_LINE = 16;

const [node, option, shown] = process.argv.slice(2);
if (node === undefined) throw new Error('Usage: npx tsx packages/engine/scripts/record-module-calls.ts <a node 22> [--show <module>]');

function askNative(module: CalledModule): ShownCall[] {
  const folder = mkdtempSync(join(tmpdir(), 'module-calls-'));
  const main = join(folder, 'main.cjs');
  writeFileSync(main, moduleCallsProgram(module));
  execFileSync(node as string, ['--no-warnings', main], { cwd: folder, env: {} });
  const calls = JSON.parse(readFileSync(join(folder, 'calls.json'), 'utf8')) as ShownCall[];
  rmSync(folder, { recursive: true });
  return calls;
}

if (option === '--show') {
  for (const [call, answer] of askNative(shown as CalledModule)) console.log(`${call}\n  ${answer}`);
} else {
  const recorded: Partial<Record<CalledModule, string[]>> = {};
  for (const module of CALLED_MODULES) {
    const digests = askNative(module).map(digestCall);
    const lines = Array.from({ length: Math.ceil(digests.length / DIGESTS_A_LINE) }, (_, at) =>
      digests.slice(at * DIGESTS_A_LINE, (at + 1) * DIGESTS_A_LINE).join(' '),
    );
    recorded[module] = lines;
  }
  const file = fileURLToPath(new URL('../src/programs/node/testing/recorded-module-calls.json', import.meta.url));
  writeFileSync(file, `${JSON.stringify(recorded, null, 2)}\n`);
}
