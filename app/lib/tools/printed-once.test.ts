import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ContentHash } from '../protocol/ids.ts';
import type { JsonValue } from '../protocol/json-value.ts';
import type { Problem } from '../protocol/project-facts/problem.ts';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import type { CommandOutcome } from '../runtime/types.ts';
import { TOOL_REGISTRY } from './index.ts';
import { runTool, toolContext } from './testing/run-tool.ts';

/** Longer lines say something; shorter ones, such as a bracket, are in many texts twice. */
const TELLING = 40;
// The cast: any text serves as a hash here.
const HASH = 'hash' as ContentHash;
const DEV = { processId: 'p1', command: 'npm run dev' };

/** A line of a program or a file, each different from all others of a test. */
const words = fc.string({ unit: fc.constantFrom('a', 'b', ' ', ':', '/', '>', '-'), minLength: 30, maxLength: 70 });
const texts = fc.array(words, { minLength: 1, maxLength: 60 }).map((lines) => lines.map((line, index) => `${index}x${line}${index}y`));

interface Case {
  tool: string;
  input: { [field: string]: JsonValue };
  outcome?: CommandOutcome;
}

function casesOf(lines: readonly string[]): Case[] {
  const output = `${lines.join('\n')}\n`;
  const last = lines.at(-1) ?? '';
  const [first = ''] = lines;
  const command = 'npm run it';
  const run = (outcome: CommandOutcome): Case => ({ tool: 'devonz_run_command', input: { command }, outcome });
  const errorParts = [{ from: 0, to: Math.floor(output.length / 2) }];
  const waitsFor = { processId: 'p9', prompt: last };
  const failing = lines.map((line, index) => ` FAIL  a.test.ts > ${line}\nError: ${line} it is\n ❯ a.test.ts:${index}:1`).join('\n');
  return [
    run({ status: 'completed', exitCode: 1, output }),
    run({ status: 'completed', exitCode: 0, output, errorParts }),
    run({ status: 'completed', exitCode: 1, output: failing }),
    run({ status: 'running', processId: 'p9', output: output.trimEnd(), ports: [], waitsFor }),
    run({ status: 'timed_out', processId: 'p9', output }),
    ...['logs', 'wait', 'list'].map((action) => ({ tool: 'devonz_process', input: { action, processId: 'p2', text: last } })),
    { tool: 'devonz_process', input: { action: 'wait', processId: 'p3' } },
    { tool: 'devonz_read_file', input: { path: 'a.txt' } },
    { tool: 'devonz_search_code', input: { query: 'x', context: 2 } },
    { tool: 'devonz_edit_file', input: { path: 'a.txt', edits: [{ find: first, replace: 'new' }] } },
    { tool: 'devonz_edit_file', input: { path: 'a.txt', edits: [{ find: `${last}?`, replace: 'new' }] } },
    { tool: 'devonz_write_file', input: { path: 'a.txt', content: output.toUpperCase() } },
    {
      tool: 'devonz_apply_patch',
      input: { patch: `*** Begin Patch\n*** Update File: a.txt\n-${first}\n+new\n*** Update File: ${LONG}\n-one\n+two\n*** End Patch` },
    },
    {
      tool: 'devonz_apply_patch',
      input: {
        partial: true,
        patch: `*** Begin Patch\n*** Update File: a.txt\n-${last}?\n+new\n*** Update File: ${LONG}\n-one\n+two\n*** End Patch`,
      },
    },
    { tool: 'devonz_get_errors', input: {} },
    { tool: 'devonz_list_directory', input: { recursive: true } },
    { tool: 'devonz_find_files', input: { pattern: '**/*.ts' } },
  ];
}

const LONG = 'src/a-folder-with-a-long-name/and-a-file-with-one-too.ts';

/** Returns the answer as a model reads it. */
async function answerTo({ tool: name, input, outcome }: Case, lines: readonly string[]): Promise<string> {
  const tool = TOOL_REGISTRY.get(name) ?? expect.unreachable(name);
  const log = `${lines.join('\n')}\n`;
  const workspace = new MemoryWorkspace({ 'a.txt': log, [LONG]: 'one\n' });
  if (outcome !== undefined) workspace.script('npm run it', () => outcome);
  workspace.processes
    .add({ ...DEV, processId: 'p2', exitCode: 1 }, log)
    .add({ ...DEV, processId: 'p3', waitsFor: { processId: 'p3', prompt: lines.at(-1) ?? '' } }, log.trimEnd());
  const problems = lines.map((message): Problem => ({ source: 'terminal', message, count: 1 }));
  const outputs = { keep: async () => HASH, read: async () => null };
  const result = await runTool(tool, input, { ...toolContext(workspace, problems), outputs });
  return result.ok ? tool.print(result.output, input) : result.message;
}

test('no tool prints a line of its answer twice', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (lines) => {
      for (const each of casesOf(lines)) {
        const answer = await answerTo(each, lines);
        const seen = new Set<string>();
        for (const line of answer.split('\n').map((text) => text.trim())) {
          const isAgain = line.length > TELLING && seen.has(line);
          expect(isAgain ? `${each.tool} ${JSON.stringify(each.input)} says twice: ${line}` : '').toBe('');
          seen.add(line);
        }
      }
    }),
    { numRuns: 40 },
  );
});

test('what a line says is not said again in another: the prompt of a program, the file of a change', async () => {
  const prompt = '1x A question that a program asks the user?';
  const cases = casesOf(['0x the first line that the program has printed', prompt]);
  for (const each of cases.filter(({ outcome, input }) => outcome?.status === 'running' || input['processId'] === 'p3'))
    expect((await answerTo(each, ['0x', prompt])).split(prompt)).toHaveLength(2);
  const patched = cases.find(({ tool }) => tool === 'devonz_apply_patch') ?? expect.unreachable();
  const answer = await answerTo(patched, ['0x the first line that the program has printed', prompt]);
  expect(answer.split(LONG)).toHaveLength(2);
});
