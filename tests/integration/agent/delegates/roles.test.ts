import { expect, test } from 'vitest';
import { RoutedTransport } from '../../../../app/lib/agent/testing/routed-transport.ts';
import { call, type ScriptedAnswer, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { createPromptContext } from '../../../../app/lib/chat/prompt-context.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { toWorkspacePath } from '../../../../app/lib/runtime/to-workspace-path.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

const delegate = (task: string, rest: object = {}) => ({ toolName: 'devonz_delegate', input: { task, ...rest } });
const write = (path: string) => ({ toolName: 'devonz_write_file', input: { path, content: 'x\n' } });
const role = (front: string, text = 'Be strict.') => `---\n${front}\n---\n${text}\n`;

function start(scripts: Record<string, ScriptedAnswer[]>, roles: Record<string, string>) {
  const files = Object.fromEntries(Object.entries(roles).map(([name, text]) => [`.devonz/agents/${name}.md`, text]));
  const transport = new RoutedTransport(scripts);
  const workspace = new MemoryWorkspace(files);
  const agent = { autoApproveFileCreation: true, autoApproveFileModification: true };
  return { transport, workspace, ...testSession({ transport, workspace, tools, agent }) };
}

test('a role says how its sub-agent works and what it is called, and takes away tools', async () => {
  const front = 'name: Reviewer\ntools: devonz_read_file, devonz_search_code, devonz_write_file';
  const one = start({ go: [call(delegate('look', { role: 'reviewer' })), say('Done.')], look: [say('Fine.')] }, { reviewer: role(front) });
  await one.say('go');
  const [request] = one.transport.requests('look');
  expect(request?.toolNames.toSorted()).toEqual(['devonz_read_file', 'devonz_search_code', 'devonz_task_complete']);
  expect(request?.system).toContain('You are a sub-agent ("Reviewer")');
  expect(request?.system).toContain('Be strict.');
});

test('the scope of a role holds besides that of the call, which it never widens', async () => {
  const scripts = (scope: object) => ({
    go: [call(delegate('write', { role: 'writer', ...scope })), say('Done.')],
    write: [call(write('docs/api/a.md'), write('docs/b.md'), write('src/c.ts')), say('Some.')],
  });
  const roles = { writer: role('name: writer\nscope: [docs/api/**, src/**]') };
  const both = start(scripts({ scope: ['docs/**'] }), roles);
  await both.say('go');
  expect(both.workspace.paths().filter((path) => !path.startsWith('.devonz'))).toEqual(['docs/api/a.md']);
  const none = start(scripts({}), roles);
  await none.say('go');
  expect(none.workspace.writes).toEqual([]);
});

test('a role that only reads cannot be given a scope, and one that is not there is refused with those that are', async () => {
  const one = start(
    { go: [call(delegate('a', { role: 'reader', scope: ['**'] }), delegate('b', { role: 'nobody' })), say('I see.')] },
    { reader: role('name: reader\nscope: []'), broken: role('tools: [') },
  );
  await one.say('go');
  expect(one.calls().map((each) => each.status === 'error' && each.message)).toEqual([
    expect.stringContaining('reader only reads'),
    expect.stringMatching(/no role "nobody".*reader.*broken\.md: its settings are no YAML/),
  ]);
});

test('a role that wants another model is asked about, and again when it wants yet another', async () => {
  const one = start({ go: [call(delegate('look', { role: 'r' })), say('Done.')], look: [say('Fine.')] }, { r: role('model: big:model') });
  await one.say('go');
  const first = one.onlyWaiting();
  expect(first).toMatchObject({
    action: 'start',
    subject: { command: 'r with the model big:model' },
    why: expect.stringContaining('another model'),
  });
  const path = toWorkspacePath('.devonz/agents/r.md') ?? expect.unreachable();
  await one.workspace.writeFile(path, new TextEncoder().encode(role('model: bigger:model')));
  await one.session.answerApproval(first.approvalId, { decision: 'approve' });
  await one.session.settled();
  const second = one.onlyWaiting();
  expect(second.subject).toMatchObject({ command: 'r with the model bigger:model' });
  await one.session.answerApproval(second.approvalId, { decision: 'approve' });
  await one.session.settled();
  expect(one.transport.requests('look')[0]?.modelId).toBe('bigger:model');
  expect(one.session.state().status).toBe('completed');
});

test('the agent learns of the roles before each step; a file that is none costs nothing', async () => {
  const workspace = new MemoryWorkspace({
    '.devonz/agents/a.md': role('name: Reviewer\ndescription: Finds bugs'),
    '.devonz/agents/b.md': role('tools: ['),
    '.devonz/agents/c.txt': 'no role',
  });
  const context = await createPromptContext(
    workspace,
    () => 'engine',
    () => [],
  )();
  expect(context.roles).toEqual([{ name: 'Reviewer', description: 'Finds bugs' }]);
});

test('a role that wants the model that answers already is not asked about', async () => {
  const one = start(
    { go: [call(delegate('look', { role: 'r' })), say('Done.')], look: [say('Fine.')] },
    { r: role('model: demo:scripted') },
  );
  await one.say('go');
  expect(one.session.state().status).toBe('completed');
});
