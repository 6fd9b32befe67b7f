import { expect, test } from 'vitest';
import { call, ScriptedTransport, say } from '../agent/testing/scripted-transport.ts';
import { testSession } from '../agent/testing/test-session.ts';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from './index.ts';

/** An in-memory workspace that records each read. */
class CountingWorkspace extends MemoryWorkspace {
  readonly reads: string[] = [];

  override async readFile(path: Parameters<MemoryWorkspace['readFile']>[0]): Promise<Uint8Array> {
    this.reads.push(path);
    return super.readFile(path);
  }
}

const agent = { autoApproveFileCreation: true, autoApproveFileModification: true };

test.each([
  ['a write', 'devonz_write_file', { path: 'a.txt', content: 'new' }, 'new'],
  ['an edit', 'devonz_edit_file', { path: 'a.txt', edits: [{ find: 'old', replace: 'new' }] }, 'new'],
])(
  '%s looks at the file when it is decided about and right before it runs, and never a third time',
  async (_what, toolName, input, after) => {
    const workspace = new CountingWorkspace({ 'a.txt': 'old' });
    const { say: tell } = testSession({
      transport: new ScriptedTransport(call({ toolName, input }), say('Done.')),
      workspace,
      tools,
      agent,
    });
    await tell('go');
    expect(workspace.text('a.txt')).toBe(after);
    expect(workspace.reads.filter((path) => path === 'a.txt')).toHaveLength(2);
  },
);

test('what is written is what was decided about, byte for byte: a tool runs with the plan that was made last', async () => {
  const workspace = new CountingWorkspace({ 'a.txt': 'one two' });
  const edit = { toolName: 'devonz_edit_file', input: { path: 'a.txt', edits: [{ find: 'one', replace: '1' }] } };
  const { say: tell, onlyWaiting, session } = testSession({ transport: new ScriptedTransport(call(edit), say('Done.')), workspace, tools });
  await tell('go');
  await workspace.writeFile('a.txt' as Parameters<MemoryWorkspace['writeFile']>[0], new TextEncoder().encode('one three'));
  await session.answerApproval(onlyWaiting().approvalId, { decision: 'approve' });
  await session.settled();
  // The file has changed, so the user is asked again and the interim content is not lost.
  expect(onlyWaiting().subject).toMatchObject({ kind: 'file_modify', path: 'a.txt' });
  await session.answerApproval(onlyWaiting().approvalId, { decision: 'approve' });
  await session.settled();
  expect(workspace.text('a.txt')).toBe('1 three');
});
