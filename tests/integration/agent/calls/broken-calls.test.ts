import { describe, expect, test } from 'vitest';
import { ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import type { ToolCodecName } from '../../../../app/lib/protocol/settings.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

const broken = (toolName: string, input: string) => ({
  parts: [{ type: 'tool-input-error' as const, toolCallId: 'call-1', toolName, input, errorText: 'AI_InvalidToolInputError' }],
  finishReason: 'tool-calls',
});

function start(codec: ToolCodecName, ...steps: ConstructorParameters<typeof ScriptedTransport>) {
  const transport = new ScriptedTransport(...steps);
  const workspace = new MemoryWorkspace({ 'a.ts': 'let a;\n' });
  const one = testSession({ transport, workspace, tools, agent: { autoApproveFileModification: true } });
  one.settings.value = { ...one.settings.value, codecs: { 'demo:scripted': codec } };
  return { ...one, transport, workspace };
}

const sentParts = (transport: ScriptedTransport) => transport.requests.at(-1)?.messages.flatMap(({ parts }) => parts) ?? [];

describe('a call with broken JSON', () => {
  test('tells the model and the user what is wrong and where, keeps what was written, and does nothing', async () => {
    const one = start('native', broken('devonz_write_file', '{"path":"a.ts",\n "content": "x" "y"}'), say('I try again.'));
    await one.say('go');
    const message = expect.stringContaining(
      'The arguments of devonz_write_file are not valid JSON: a comma or } is missing (line 2, column 17, at ⟨here⟩ in: {"path":"a.ts",⏎ "content": "x" ⟨here⟩"y"})',
    );
    expect(one.calls()).toMatchObject([{ toolName: 'devonz_write_file', status: 'error', code: 'bad_arguments', message }]);
    expect(sentParts(one.transport)).toContainEqual(
      expect.objectContaining({
        state: 'output-error',
        errorText: message,
        input: { invalidInput: '{"path":"a.ts",\n "content": "x" "y"}' },
      }),
    );
    expect(one.workspace.text('a.ts')).toBe('let a;\n');
    expect(one.session.state().status).toBe('completed');
  });

  test('is never guessed at where a text broke off: a write of half a file is none', async () => {
    const one = start('native', broken('devonz_write_file', '{"path":"a.ts","content":"let half'), say('Oh.'));
    await one.say('go');
    expect(one.calls()).toMatchObject([
      { status: 'error', message: expect.stringContaining('the text that begins here has no end (line 1, column 26') },
    ]);
    expect(one.workspace.text('a.ts')).toBe('let a;\n');
  });

  test('closes for a look what is open at its end, and never for a change', async () => {
    const one = start(
      'native',
      broken('devonz_read_file', '{"path":"a.ts"'),
      broken('devonz_write_file', '{"path":"a.ts","content":""'),
      say('So.'),
    );
    await one.say('go');
    expect(one.calls()).toMatchObject([
      { toolName: 'devonz_read_file', status: 'success' },
      { toolName: 'devonz_write_file', status: 'error', message: expect.stringContaining('the text ends before its }') },
    ]);
  });

  test('runs where it can be read in one way only', async () => {
    const one = start('native', broken('devonz_write_file', '{"path":"b.ts","content":"let b;\n",}'), say('Done.'));
    await one.say('go');
    expect(one.workspace.text('b.ts')).toBe('let b;\n');
  });

  test('that is a JSON string of an object, as some endpoints send it, is that object', async () => {
    const part = { type: 'tool-input-available' as const, toolCallId: 'c', toolName: 'devonz_read_file', input: '{"path":"a.ts"}' };
    const one = start('native', { parts: [part], finishReason: 'tool-calls' }, say('Read.'));
    await one.say('go');
    expect(one.calls()).toMatchObject([{ status: 'success', input: { path: 'a.ts' } }]);
  });
});

test('in the JSON codec it is a plain answer that runs nothing; model and user learn where it breaks, and the run continues', async () => {
  const one = start(
    'json',
    say('{"type":"tool","name":"devonz_write_file","args":{"path":"a.ts","content":"x",}}'),
    say('{"type":"tool","name":"devonz_write_file","args":{"path":"b.ts","content":"x"}}'),
    say('{"type":"answer","text":"Done."}'),
  );
  await one.say('go');
  expect(one.workspace.text('a.ts')).toBe('let a;\n');
  expect(one.workspace.text('b.ts')).toBe('x');
  const told = JSON.stringify(one.transport.requests[1]?.messages);
  expect(told).toContain('Your reply begins as a call of devonz_write_file, but it is not one valid JSON object');
  expect(one.session.state().remarks.size).toBe(1);
  expect(one.session.state().status).toBe('completed');
});

test('in the JSON codec a model that does not learn it is reminded twice, then it has stopped', async () => {
  const bad = say('{"type":"shell","command":"ls",}');
  const one = start('json', bad, bad, bad);
  await one.say('go');
  expect(one.transport.requests).toHaveLength(3);
  expect(one.session.state()).toMatchObject({ status: 'waiting_for_user', notice: { type: 'model-stopped', by: 'printed-call' } });
  expect(one.workspace.commands).toEqual([]);
});

test('in the XML codec a value that is no JSON is named with its place', async () => {
  const edits = '<devonz_edit_file>\n<path>a.ts</path>\n<edits>[{"find":"a" "replace":"b"}]</edits>\n</devonz_edit_file>';
  const one = start('xml', say(edits), say('Oh.'));
  await one.say('go');
  const message = expect.stringMatching(/the value of <edits> is not valid JSON: a comma or } is missing \(line 1, column 14/);
  expect(one.calls()).toMatchObject([{ toolName: 'devonz_edit_file', status: 'error', message }]);
  expect(one.session.state().status).toBe('completed');
});
