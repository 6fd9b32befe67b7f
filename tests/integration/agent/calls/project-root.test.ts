import { expect, test } from 'vitest';
import { call, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import type { JsonValue } from '../../../../app/lib/protocol/message.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

const ROOT = '/srv/app';

function workspaceAt(files: Record<string, string>): MemoryWorkspace {
  const workspace = new MemoryWorkspace(files);
  workspace.root = ROOT;
  return workspace;
}

/** Each tool that takes a path, with the path of a file or folder. */
const CALLS: readonly [toolName: string, input: (path: string) => { [field: string]: JsonValue }, path: string][] = [
  ['devonz_read_file', (path) => ({ path }), 'src/a.ts'],
  ['devonz_write_file', (path) => ({ path, content: 'new' }), 'src/new.ts'],
  ['devonz_edit_file', (path) => ({ path, edits: [{ find: 'one', replace: 'two' }] }), 'src/a.ts'],
  ['devonz_delete_file', (path) => ({ path }), 'src/a.ts'],
  ['devonz_rename_file', (path) => ({ path, newPath: 'src/b.ts' }), 'src/a.ts'],
  ['devonz_apply_patch', (path) => ({ patch: `*** Begin Patch\n*** Update File: ${path}\n@@\n-one\n+two\n*** End Patch` }), 'src/a.ts'],
  ['devonz_list_directory', (path) => ({ path }), 'src'],
  ['devonz_find_files', (path) => ({ pattern: '*.ts', path }), 'src'],
  ['devonz_search_code', (path) => ({ query: 'one', path }), 'src'],
];

test.each(CALLS)(
  '%s takes an absolute path in the project’s own folder, and refuses one in another host’s',
  async (toolName, input, path) => {
    const transport = new ScriptedTransport(
      call({ toolName, input: input(`/home/project/${path}`) }),
      call({ toolName, input: input(`${ROOT}/${path}`) }),
      say('Done.'),
    );
    const { session, say: tell, calls, waiting } = testSession({ transport, workspace: workspaceAt({ 'src/a.ts': 'one\n' }), tools });
    await tell('go');
    for (const { approvalId } of waiting()) await session.answerApproval(approvalId, { decision: 'approve' });
    await session.settled();
    expect(calls().map(({ status }) => status)).toEqual(['error', 'success']);
    expect(JSON.stringify(calls()[0])).toContain(`outside the project (${ROOT})`);
  },
);

test('a command sees the scripts of a folder that it names by its absolute path', async () => {
  const command = `cd ${ROOT}/web && npm run deploy`;
  const workspace = workspaceAt({ 'web/package.json': '{"scripts":{"deploy":"rm -r out"}}' });
  const { say: tell, onlyWaiting } = testSession({
    transport: new ScriptedTransport(call({ toolName: 'devonz_run_command', input: { command } }), say('Done.')),
    workspace,
    tools,
  });
  await tell('go');
  expect(JSON.stringify(onlyWaiting())).toContain('rm -r out');
});
