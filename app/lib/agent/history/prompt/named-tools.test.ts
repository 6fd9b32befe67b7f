import { expect, test } from 'vitest';
import { MemoryWorkspace } from '../../../runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY, TOOLS } from '../../../tools/index.ts';
import type { PromptContext } from '../../contract/agent-session.ts';
import { INITIAL_CONVERSATION } from '../../contract/conversation-state.ts';
import { call, ScriptedTransport, say } from '../../testing/scripted-transport.ts';
import { testSession } from '../../testing/test-session.ts';
import { lateDescriptions } from './named-tools.ts';

const RARE = TOOLS.filter(({ rare }) => rare !== undefined).map(({ name }) => name);

function sessionOf(...steps: ConstructorParameters<typeof ScriptedTransport>) {
  const transport = new ScriptedTransport(...steps);
  const workspace = new MemoryWorkspace({ 'a.txt': 'one' });
  return {
    transport,
    ...testSession({ transport, workspace, tools: TOOL_REGISTRY, agent: { autoApproveCommands: true, autoApproveFileModification: true } }),
  };
}

test('every tool is named, and those that few tasks need have no definition', async () => {
  const { transport, say: tell } = sessionOf(say('Done.'));
  await tell('Build a shop.');
  const [request] = transport.requests;
  expect(RARE.length).toBeGreaterThan(5);
  for (const { name } of TOOLS) expect(request?.system).toContain(name);
  expect(request?.toolNames).toEqual(TOOLS.map(({ name }) => name).filter((name) => !RARE.includes(name)));
});

test('a tool is described from the beginning where the task speaks of it', async () => {
  const { transport, say: tell } = sessionOf(say('Done.'));
  await tell('Undo the last edit and remember that we use tabs.');
  expect(transport.requests[0]?.toolNames).toEqual(expect.arrayContaining(['devonz_history', 'devonz_memory']));
  expect(transport.requests[0]?.toolNames).not.toContain('devonz_delegate');
});

test('deleting and moving are described with the patch alone, whatever the user says', async () => {
  const { transport, say: tell } = sessionOf(say('Done.'), say('Gone.'));
  await tell('Delete a.txt.');
  await tell('Rename the other file.');
  for (const request of transport.requests) {
    expect(request.toolNames).toContain('devonz_apply_patch');
    expect(request.toolNames).not.toContain('devonz_delete_file');
    expect(JSON.stringify(request.messages)).not.toContain('devonz_rename_file');
  }
});

test('a tool that can matter only later is described at the end, once, and the beginning stays', async () => {
  const { transport, say: tell } = sessionOf(say('Done.'), say('Undone.'), say('Yes.'));
  await tell('Build a shop.');
  await tell('Undo that.');
  await tell('Did you undo it?');
  const [first, second, third] = transport.requests;
  for (const request of [second, third]) {
    expect(request?.system).toBe(first?.system);
    expect(request?.toolNames).toEqual(first?.toolNames);
  }
  expect(JSON.stringify(first?.messages)).not.toContain('devonz_history:');
  expect(JSON.stringify(second?.messages.at(-1))).toContain('devonz_history:');
  expect(JSON.stringify(third?.messages).split('devonz_history:')).toHaveLength(2);
});

test('devonz_help describes a tool that is only named, and calls it under its own name', async () => {
  const {
    transport,
    session,
    say: tell,
  } = sessionOf(
    call({ toolName: 'devonz_help', input: { tool: 'devonz_memory' } }),
    call({
      toolName: 'devonz_help',
      input: { tool: 'devonz_memory', arguments: '{"action":"list"}' },
      toolCallId: 'listed',
    }),
    say('Done.'),
  );
  await tell('Tidy up.');
  await session.settled();
  expect(JSON.stringify(transport.requests[1]?.messages)).toContain('fact (string');
  expect(session.state().toolCalls.get('listed')).toMatchObject({
    toolName: 'devonz_memory',
    input: { action: 'list' },
    status: 'success',
  });
});

test('routines that appear in the middle of a run are described by a call of one', () => {
  const context: PromptContext = { rules: [], limits: [], routines: [{ name: 'build', description: 'Build', command: 'npm run build' }] };
  const text = lateDescriptions(TOOLS, new Set(RARE), context, INITIAL_CONVERSATION) ?? '';
  expect(text.split('\n')).toEqual([
    'Here is a tool that you may need now. Call it by its name or with devonz_help.',
    expect.stringContaining('devonz_routine {"action":"run","name":"NAME"'),
  ]);
});
