/**
 * `npm run shell:fuzz -- [--count N] [--seed N]`: runs commands full of nested expansions in this machine's bash and in the engine's shell,
 * and prints each with different output. If bash itself fails, its output is not compared. The last line is one JSON object with the
 * figures. Exits with 1 if something was found.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { createTestKernel } from '../../packages/engine/src/kernel/testing/create-test-kernel.ts';
import { coreutilsProgram } from '../../packages/engine/src/programs/shell/coreutils-program.ts';
import { jshProgram } from '../../packages/engine/src/programs/shell/jsh-program.ts';
import { expansionArbitrary, PRELUDE } from '../../packages/engine/src/programs/shell/testing/expansion-arbitrary.ts';

const { values } = parseArgs({ options: { count: { type: 'string', default: '500' }, seed: { type: 'string', default: '1' } } });
const seed = Number(values.seed);

const environment = { HOME: '/home/project', PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC' };

function byBash(script: string): { output: string; status: number | null } {
  const { stdout, status } = spawnSync('bash', ['-c', script], { env: environment, encoding: 'utf8', input: '', timeout: 10_000 });
  return { output: stdout, status };
}

async function byEngine(script: string): Promise<string> {
  const kernel = createTestKernel({ programs: { jsh: jshProgram, coreutils: coreutilsProgram } });
  return (await kernel.run(['bash', '-c', script], { env: environment })).stdout;
}

const commands = fc.sample(expansionArbitrary, { numRuns: Number(values.count), seed });
const figures = { commands: commands.length, failedInBash: 0, different: 0 };
for (const command of commands) {
  const script = `${PRELUDE}\n${command}`;
  const { output, status } = byBash(script);
  if (status !== 0) {
    figures.failedInBash += 1;
    continue;
  }
  const ours = await byEngine(script);
  if (ours === output) continue;
  figures.different += 1;
  console.log(`${command}\n  bash:   ${JSON.stringify(output)}\n  engine: ${JSON.stringify(ours)}`);
}
console.log(JSON.stringify(figures));
process.exitCode = figures.different === 0 ? 0 : 1;
