import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { MemoryWorkspace } from '../../../app/lib/runtime/memory/memory-workspace.ts';
import type { CommandOutcome } from '../../../app/lib/runtime/types.ts';
import { runCommandTool } from '../../../app/lib/tools/run-command.ts';
import { outputOf, toolContext } from '../../../app/lib/tools/testing/run-tool.ts';
import { useClient } from '../harness/use-client.ts';

const FIXTURE = fileURLToPath(new URL('../../fixtures/react-ts/', import.meta.url));
/** Time for a busy machine. */
const TIME_OUT = 120_000;
/** Three tests, one of which fails. */
const TESTS = 'PLANTED=1 npx vitest run';
/** The most characters of it that a model is sent. */
const ENOUGH = 1_500;

async function fixtureFiles(): Promise<[string, string][]> {
  const entries = await readdir(FIXTURE, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    files.map(async (file) => {
      const path = file.slice(FIXTURE.length);
      return [path === 'engine-lock.json' ? 'package-lock.json' : path, await readFile(file, 'utf8')] as [string, string];
    }),
  );
}

/** Returns the text that the tool makes of the outcome for a request. */
async function asTheModelSeesIt(outcome: CommandOutcome): Promise<string> {
  const workspace = new MemoryWorkspace().script(TESTS, () => outcome);
  const output = await outputOf(runCommandTool, { command: TESTS }, toolContext(workspace));
  // A result is always JSON, although the helper's type does not say so.
  return runCommandTool.print(output as Parameters<typeof runCommandTool.print>[0], { command: TESTS });
}

describe('what a model is sent of the tools that people use', () => {
  const client = useClient({ withAgent: true });

  beforeAll(async () => {
    const install = await client.inPage(
      async (files) => {
        const { runtime } = await agentRuntime();
        for (const [path, text] of files) {
          // Makes a path as the runtime does.
          await runtime.writeFile(path as Parameters<typeof runtime.writeFile>[0], new TextEncoder().encode(text));
        }
        return (await agentRun('npm ci', { timeoutMs: 110_000 })).outcome;
      },
      await fixtureFiles(),
    );
    expect(install).toMatchObject({ status: 'completed', exitCode: 0 });
  }, TIME_OUT);

  it(
    'is of a run of vitest its failure, whole, and little else',
    async () => {
      const { outcome } = await client.inPage((command) => agentRun(command, { timeoutMs: 110_000 }), TESTS);
      const text = await asTheModelSeesIt(outcome);
      expect(text).toContain('FAIL  src/fails.test.ts > fails where it should');
      expect(text).toContain('AssertionError: expected 4 to be 5');
      expect(text).toContain('- Expected\n+ Received\n\n- 5\n+ 4');
      expect(text).toContain('src/fails.test.ts:5:21');
      expect(text).toContain('Tests  1 failed | 2 passed (3)');
      expect(text.length).toBeLessThanOrEqual(ENOUGH);
    },
    TIME_OUT,
  );

  it(
    'is no more on a terminal, where it draws its progress again and again',
    async () => {
      const { outcome } = await client.inPage((command) => agentRun(command, { timeoutMs: 110_000, hasTerminal: true }), TESTS);
      const text = await asTheModelSeesIt(outcome);
      expect(outcome.output).toContain('\u001b[');
      expect(text).toContain('AssertionError: expected 4 to be 5');
      expect(text.match(/Test Files/g)).toHaveLength(1);
      expect(text.length).toBeLessThanOrEqual(ENOUGH);
    },
    TIME_OUT,
  );
});
