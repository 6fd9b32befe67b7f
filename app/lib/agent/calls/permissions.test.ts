import { expect, test } from 'vitest';
import { MemoryWorkspace } from '../../runtime/memory/memory-workspace.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import { TOOL_REGISTRY as tools } from '../../tools/index.ts';
import { ScriptedTransport } from '../testing/scripted-transport.ts';
import { testCore } from '../testing/test-core.ts';

async function decided(toolName: string, input: Record<string, string>, agent = {}) {
  const workspace = new MemoryWorkspace({ 'a.txt': 'a' });
  const core = testCore({ transport: new ScriptedTransport(), workspace, tools, agent });
  await core.begin();
  await core.calls({ toolCallId: 'c1', toolName, input });
  const tool = tools.get(toolName) ?? expect.unreachable(toolName);
  const plan = async () => {
    const made = await core.runner.plan(tool, core.callOf('c1'), new AbortController().signal);
    return made.ok ? made.intent : expect.unreachable(made.message);
  };
  const intent = await plan();
  await core.permissions.decide(core.callOf('c1'), intent);
  return { ...core, workspace, intent, plan, permission: () => core.permissions.of(core.callOf('c1')) };
}

test('what the policy lets run needs nobody, and is bound to the arguments it was decided about', async () => {
  const { permission, permissions, callOf, events } = await decided('devonz_read_file', { path: 'a.txt' });
  expect(permission()).toMatchObject({ type: 'auto' });
  expect(await permissions.boundHash(permission(), null)).toBe(await permissions.hash(callOf('c1')));
  expect(events).toEqual([]);
});

test('what is never allowed is answered at once, with no question', async () => {
  const { permission, callOf, events } = await decided('devonz_run_command', { command: 'rm -rf /' });
  expect(callOf('c1')).toMatchObject({ status: 'error', code: 'blocked' });
  expect(permission()).toEqual({ type: 'undecided' });
  expect(events).toEqual([]);
});

test.each([
  ['rm -rf /', 'error'],
  ['npm run x', 'awaiting_approval'],
  ['npm run x; rm -rf /', 'error'],
])('where a secret file was looked at for %s, only its own words can forbid it without a question', async (command, status) => {
  const { permissions, callOf } = await decided('devonz_read_file', { path: 'a.txt' });
  const cwd = toWorkspacePath('');
  const scripts = [{ folder: '', name: 'x', text: 'rm -rf ~' }];
  await permissions.decide(callOf('c1'), { kind: 'command', command, cwd, script: 'rm -rf ~', scripts }, new Set(['.env']));
  expect(callOf('c1').status).toBe(status);
});

test('a question is answered once; a second answer is refused with why', async () => {
  const { permission, permissions, journal } = await decided('devonz_write_file', { path: 'a.txt', content: 'b' });
  const asked = permission();
  if (asked.type !== 'asked') return expect.unreachable(asked.type);
  const { approvalId } = asked.request;
  expect(permissions.isAsked(approvalId)).toBe(true);
  expect(permissions.proposedChange(approvalId)).toMatchObject({ path: 'a.txt', before: 'a', after: 'b' });
  expect(await permissions.answer(approvalId, { decision: 'approve' })).toEqual({ accepted: true });
  expect(await asked.answer).toEqual({ decision: 'approve' });
  expect(await permissions.answer(approvalId, { decision: 'deny' })).toMatchObject({ accepted: false });
  expect(journal.types().filter((type) => type === 'approval-answered')).toHaveLength(1);
});

test('an answer that the journal does not keep leaves the question open', async () => {
  const { permission, permissions, journal } = await decided('devonz_write_file', { path: 'a.txt', content: 'b' });
  const asked = permission();
  if (asked.type !== 'asked') return expect.unreachable(asked.type);
  journal.failure = new Error('disk full');
  await expect(permissions.answer(asked.request.approvalId, { decision: 'approve' })).rejects.toThrow('disk full');
  expect(permissions.isAsked(asked.request.approvalId)).toBe(true);
});

test('a hook that a rule let run is judged as a hook when its turn comes, and counts as a use of the rule', async () => {
  const workspace = new MemoryWorkspace();
  const core = testCore({ transport: new ScriptedTransport(), workspace, tools, agent: { autoApproveCommands: true } });
  const { settings } = core.ports;
  settings.addRule({ pattern: 'node format.mjs', verdict: 'allow', scope: 'always', createdAt: 0 });
  await core.begin();
  await core.calls({ toolCallId: 'c1', toolName: 'devonz_run_command', input: { command: 'node format.mjs' } });
  await core.record({ type: 'hooks-started', when: 'after-change', toolCallIds: [core.callOf('c1').toolCallId] });
  const intent = { kind: 'command' as const, command: 'node format.mjs', cwd: toWorkspacePath(''), script: null };
  await core.permissions.decide(core.callOf('c1'), intent);
  const permission = core.permissions.of(core.callOf('c1'));
  expect(permission.type).toBe('auto');
  expect(await core.permissions.mayRun(permission, null, core.callOf('c1'), intent)).toBe(true);
  const other = { ...intent, command: 'node other.mjs' };
  expect(await core.permissions.mayRun(permission, null, core.callOf('c1'), other)).toBe(false);
  core.permissions.noteRules(core.callOf('c1').toolCallId, intent);
  expect(settings.current().rules).toMatchObject([{ pattern: 'node format.mjs', uses: 1 }]);
});

test('an approval holds no longer when the file has changed since the question', async () => {
  const { permission, permissions, callOf, workspace, plan } = await decided('devonz_write_file', { path: 'a.txt', content: 'b' });
  const approve = { decision: 'approve' } as const;
  expect(await permissions.mayRun(permission(), approve, callOf('c1'), await plan())).toBe(true);
  await workspace.writeFile(toWorkspacePath('a.txt') ?? expect.unreachable(), new TextEncoder().encode('changed'));
  expect(await permissions.mayRun(permission(), approve, callOf('c1'), await plan())).toBe(false);
});
