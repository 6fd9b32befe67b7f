import { expect, test } from 'vitest';
import { decide } from '../../../../app/lib/agent/policy/decide.ts';
import { call, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { DEFAULT_APP_SETTINGS } from '../../../../app/lib/protocol/settings.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { toWorkspacePath } from '../../../../app/lib/runtime/to-workspace-path.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

const EVERYTHING = { autoApproveFileCreation: true, autoApproveFileModification: true, autoApproveCommands: true };
const FILES = { 'src/a.ts': 'a', 'src/b.ts': 'b', 'design/logo.svg': 'x' };

test('what is locked no tool changes, whatever the settings, and the model learns what to do', async () => {
  const workspace = new MemoryWorkspace(FILES);
  const transport = new ScriptedTransport(
    call(
      { toolName: 'devonz_write_file', input: { path: 'src/a.ts', content: 'new' } },
      { toolName: 'devonz_edit_file', input: { path: './src/a.ts', edits: [{ find: 'a', replace: 'c' }] } },
      { toolName: 'devonz_delete_file', input: { path: 'design/logo.svg' } },
      { toolName: 'devonz_rename_file', input: { path: 'src/a.ts', newPath: 'src/c.ts' } },
      { toolName: 'devonz_rename_file', input: { path: 'src/b.ts', newPath: 'design/new.svg' } },
      { toolName: 'devonz_write_file', input: { path: 'design/deep/new.svg', content: 'x' } },
      { toolName: 'devonz_read_file', input: { path: 'src/a.ts' } },
      { toolName: 'devonz_write_file', input: { path: 'src/b.ts', content: 'new' } },
    ),
    say('Understood.'),
  );
  const { session, calls, say: tell } = testSession({ transport, workspace, tools, agent: EVERYTHING });
  expect(await session.setLock('src/a.ts', true)).toEqual({ accepted: true });
  expect(await session.setLock('design', true)).toEqual({ accepted: true });
  await tell('Change everything');
  expect(calls().map((one) => (one.status === 'error' ? one.code : one.status))).toEqual([
    ...Array(6).fill('locked'),
    'success',
    'success',
  ]);
  const results = JSON.stringify(transport.requests[1]?.messages);
  expect(results).toContain(
    'src/a.ts is locked by the user. It is not changed, moved or deleted. Do without, or ask the user to unlock it.',
  );
  expect(results).toContain('design/deep/new.svg cannot be changed: design is locked by the user.');
  expect(await workspace.readFile('src/a.ts' as never)).toEqual(new TextEncoder().encode('a')); // A literal path of the test.
});

test('a lock made while the agent asks holds for what is approved afterwards', async () => {
  const transport = new ScriptedTransport(
    call({ toolName: 'devonz_write_file', input: { path: 'src/a.ts', content: 'new' } }),
    say('Understood.'),
  );
  const { session, calls, onlyWaiting, say: tell } = testSession({ transport, workspace: new MemoryWorkspace(FILES), tools });
  await tell('Change it');
  await session.setLock('src/a.ts', true);
  await session.answerApproval(onlyWaiting().approvalId, { decision: 'approve' });
  await session.settled();
  expect(calls()).toMatchObject([{ status: 'error', code: 'locked' }]);
});

test('a lock is journalled once, holds after a reload, and is taken off again', async () => {
  const first = testSession({ transport: new ScriptedTransport(), workspace: new MemoryWorkspace(FILES), tools });
  await first.session.setLock('src', true);
  await first.session.setLock('src', true);
  expect(await first.session.setLock('../outside', true)).toMatchObject({
    accepted: false,
    why: expect.stringContaining('not a path inside'),
  });
  expect(await first.session.setLock('/', true)).toMatchObject({ accepted: false });
  expect(first.journal.types()).toEqual(['path-locked']);
  const transport = new ScriptedTransport(
    call({ toolName: 'devonz_write_file', input: { path: 'src/a.ts', content: 'new' }, toolCallId: 'one' }),
    say('Locked.'),
    call({ toolName: 'devonz_write_file', input: { path: 'src/a.ts', content: 'new' }, toolCallId: 'two' }),
    say('Done.'),
  );
  const later = testSession({ transport, journal: first.journal, workspace: new MemoryWorkspace(FILES), tools, agent: EVERYTHING });
  await later.session.resume([...first.journal.records]);
  expect(later.session.state().lockedPaths).toEqual(['src']);
  await later.say('Write');
  await later.session.setLock('src', false);
  await later.say('Write now');
  expect(later.calls().map(({ status }) => status)).toEqual(['error', 'success']);
});

test.each([
  ['echo x > src/a.ts', 'ask'],
  ['cd src && echo x > a.ts', 'ask'],
  ['sed -i s/a/b/ src/a.ts', 'ask'],
  ['rm -rf dist', 'ask'],
  ['touch design/new.svg', 'ask'],
  ['cp src/b.ts design', 'ask'],
  ['eslint --fix src/a.ts', 'ask'],
  ['cat src/a.ts', 'auto'],
  ['touch src/new.ts', 'auto'],
  ['npm test', 'auto'],
])('%s: with locks on src/a.ts, design and dist %s', (command, verdict) => {
  const settings = { ...DEFAULT_APP_SETTINGS, agent: { ...DEFAULT_APP_SETTINGS.agent, ...EVERYTHING } };
  const context = { settings, chatId: '', projectRoot: '/home/project', hasChangedScripts: false, now: 0 };
  const intent = { kind: 'command' as const, command, cwd: toWorkspacePath(''), script: null };
  expect(decide(intent, { ...context, lockedPaths: ['src/a.ts', 'design', 'dist'] }).verdict).toBe(verdict);
});

test('the user learns which lock a command meets', () => {
  const settings = { ...DEFAULT_APP_SETTINGS, agent: { ...DEFAULT_APP_SETTINGS.agent, ...EVERYTHING } };
  const context = { settings, chatId: '', projectRoot: '/home/project', hasChangedScripts: false, now: 0, lockedPaths: ['src/a.ts'] };
  const intent = { kind: 'command' as const, command: 'echo x > src/a.ts', cwd: toWorkspacePath(''), script: null };
  expect(decide(intent, context).why).toBe('you have locked src/a.ts');
});
