import { expect, test } from 'vitest';
import type { ChatMessage, JsonValue, ToolPart } from '../../protocol/message.ts';
import { TOOL_REGISTRY } from '../../tools/index.ts';
import { stubbed as stubbedBy, stubCandidates } from './stub-output.ts';

const stubbed = (part: ToolPart) => stubbedBy(part, TOOL_REGISTRY);
const LONG = 'x'.repeat(2_000);

function done(toolName: string, input: JsonValue, output: JsonValue, toolCallId = 'c'): ToolPart {
  return { type: 'dynamic-tool', toolName, toolCallId, state: 'output-available', input, output };
}

const outputOf = (part: ToolPart) =>
  part.state === 'output-available' ? part.output : part.state === 'output-error' ? part.errorText : null;

test('a stub of a read names the file, the lines, the hash and how to get them again', () => {
  const input = { path: 'src/a.ts', startLine: 11, endLine: 20 };
  const output = { path: 'src/a.ts', content: LONG, lineCount: 300, startLine: 11, endLine: 20 };
  expect(outputOf(stubbed(done('devonz_read_file', input, output)))).toMatchInlineSnapshot(`
    {
      "path": "src/a.ts",
      "stub": "The content of src/a.ts, lines 11-20 of 300 is not shown: 2000 characters with the hash 2216ff05 were left out to save room. Call devonz_read_file with path "src/a.ts", startLine 11 and endLine 20 for how it is now.",
    }
  `);
  expect(
    outputOf(stubbed(done('devonz_read_file', { path: 'b.ts' }, { path: 'b.ts', content: LONG, lineCount: 40 }))),
  ).toMatchInlineSnapshot(`
    {
      "path": "b.ts",
      "stub": "The content of b.ts, lines 1-40 of 40 is not shown: 2000 characters with the hash 2216ff05 were left out to save room. Call devonz_read_file with path "b.ts", startLine 1 and endLine 40 for how it is now.",
    }
  `);
  expect(outputOf(stubbed(done('devonz_read_file', { path: 'c.ts' }, LONG)))).toMatchInlineSnapshot(`
    {
      "path": "c.ts",
      "stub": "The content of c.ts is not shown: 0 characters with the hash 811c9dc5 were left out to save room. Call devonz_read_file with path "c.ts" for how it is now.",
    }
  `);
});

test('a stub of a command keeps the command, how it ended and its exit code', () => {
  const output = { status: 'completed', command: 'npm test', exitCode: 1, output: LONG };
  expect(outputOf(stubbed(done('devonz_run_command', { command: 'npm test' }, output)))).toMatchInlineSnapshot(`
    {
      "command": "npm test",
      "exitCode": 1,
      "status": "completed",
      "stub": "Its output is not shown: 2000 characters with the hash 2216ff05 were left out to save room. Run it again where you need it.",
    }
  `);
});

test('any other result says which call gives it again; a long error keeps its beginning', () => {
  expect(outputOf(stubbed(done('devonz_search_code', { query: 'x' }, [LONG])))).toMatchInlineSnapshot(`
    {
      "stub": "The result is not shown: 2004 characters with the hash 044594b9 were left out to save room. Call devonz_search_code with the same arguments for how it is now.",
    }
  `);
  const failed: ToolPart = {
    type: 'dynamic-tool',
    toolName: 't',
    toolCallId: 'e',
    state: 'output-error',
    input: {},
    errorText: `Cannot find x. ${LONG}`,
  };
  expect(outputOf(stubbed(failed))).toMatch(
    /^Cannot find x\. x+… \[2015 characters with the hash [0-9a-f]{8} were left out to save room\.\]$/,
  );
  const short: ToolPart = { ...failed, errorText: 'no' };
  expect(stubbed(short)).toBe(short);
  const open: ToolPart = { type: 'dynamic-tool', toolName: 't', toolCallId: 'o', state: 'input-available', input: {} };
  expect(stubbed(open)).toBe(open);
});

test('two different outputs have different hashes, the same output the same stub', () => {
  const first = done('devonz_search_code', {}, `${LONG}a`);
  expect(JSON.stringify(stubbed(first))).toBe(JSON.stringify(stubbed({ ...first })));
  expect(JSON.stringify(stubbed(first))).not.toBe(JSON.stringify(stubbed(done('devonz_search_code', {}, `${LONG}b`))));
});

test('only long results of old steps may become stubs, the oldest first, none twice', () => {
  const step = (id: string, output: JsonValue): ChatMessage => ({
    id,
    role: 'assistant',
    parts: [done('devonz_search_code', {}, output, id)],
  });
  const messages: ChatMessage[] = [
    { id: 'u', role: 'user', parts: [{ type: 'text', text: LONG }] },
    step('a', LONG),
    step('b', 'short'),
    step('c', LONG),
    step('d', LONG),
    {
      id: 'open',
      role: 'assistant',
      parts: [{ type: 'dynamic-tool', toolName: 't', toolCallId: 'open', state: 'input-available', input: {} }],
    },
    ...['x', 'y', 'z'].map((id) => step(id, LONG)),
  ];
  expect(stubCandidates(messages, new Set(['c']), TOOL_REGISTRY).map(({ toolCallId }) => toolCallId)).toEqual(['a', 'd']);
});
