import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { commandCorpus } from '../support/command-corpus.ts';

/** Runs the command as `npm run NAME` does, and returns its output lines. */
async function answers(name: 'policy' | 'edits', lines: readonly string[]): Promise<{ values: unknown[] }> {
  const child = spawn(process.execPath, ['scripts/bundled.mjs', name], { stdio: ['pipe', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  child.stdin.end(`${lines.join('\n')}\n`);
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(code).toBe(0);
  const values = output
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  return { values };
}

const read = (name: string): unknown => JSON.parse(readFileSync(`tests/fixtures/corpus/${name}.json`, 'utf8'));
const commands = commandCorpus();
const edits = z
  .object({ cases: z.array(z.object({ content: z.string(), edits: z.array(z.unknown()), expect: z.record(z.string(), z.unknown()) })) })
  .parse(read('edits'));

test('npm run policy gives every command of the corpus its verdict, in order', async () => {
  const asked = commands.cases
    .filter((one) => one.context === undefined)
    .flatMap((one) => {
      const deny = (one.deny ?? []).map((pattern) => ({ pattern, verdict: 'deny' }));
      const allow = commands.allow.map((pattern) => ({ pattern, verdict: 'allow' }));
      return [
        { line: JSON.stringify({ command: one.command, rules: [...allow, ...deny] }), verdict: one.rules },
        { line: JSON.stringify({ command: one.command, settings: { autoApproveCommands: true }, rules: deny }), verdict: one.blanket },
      ];
    });
  const { values } = await answers(
    'policy',
    asked.map(({ line }) => line),
  );
  expect(values).toMatchObject(asked.map(({ verdict }) => ({ verdict, reason: expect.any(String) })));
});

test('npm run edits gives every case of the corpus its outcome, in order', async () => {
  const { values } = await answers(
    'edits',
    edits.cases.map((one) => JSON.stringify({ content: one.content, edits: one.edits })),
  );
  expect(values).toMatchObject(edits.cases.map((one) => one.expect));
});

test('a line that cannot be read is answered in its place and ends nothing', async () => {
  const { values } = await answers('policy', [
    'not json',
    '{"command":1}',
    '[]',
    '{"command":"ls","rules":[{"pattern":""}]}',
    '{"command":"ls"}',
  ]);
  expect(values).toMatchObject([
    { error: expect.stringContaining('Line 1 is not JSON') },
    { error: expect.stringContaining('command') },
    { error: expect.stringContaining('Line 3') },
    { error: expect.stringContaining('rules.0.pattern') },
    { verdict: 'ask' },
  ]);
});

test('a thousand lines are answered in one go', async () => {
  const lines = Array.from({ length: 1_000 }, (_, index) =>
    JSON.stringify({ command: commands.cases[index % commands.cases.length]?.command }),
  );
  // `npm run bench -- policy` measures the time.
  expect((await answers('policy', lines)).values).toHaveLength(1_000);
});
