import { expect, test } from 'vitest';
import { call, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

const agent = { autoApproveFileCreation: true, autoApproveFileModification: true, autoApproveCommands: true };
const write = (path: string, content: string) => ({ toolName: 'devonz_write_file', input: { path, content } });
const run = (command: string) => ({ toolName: 'devonz_run_command', input: { command } });
const manifest = (script: string) => JSON.stringify({ scripts: { test: script } });

test('with commands auto-approved a file that the agent has just written is not run unasked', async () => {
  const workspace = new MemoryWorkspace().script('node mk.js', {});
  const transport = new ScriptedTransport(call(write('mk.js', 'x')), call(run('node mk.js')), say('Done.'));
  const { session, say: tell, onlyWaiting } = testSession({ transport, workspace, tools, agent });
  await tell('go');
  expect(onlyWaiting()).toMatchObject({ why: 'it runs mk.js, which the agent wrote in this run', parts: [{ by: 'made' }] });
  expect(workspace.commands).toEqual([]);
  await session.approveAll();
  await session.settled();
  expect(workspace.commands).toEqual(['node mk.js']);
});

test('what a command wrote counts like what a tool wrote, also after a reload, and until the next task', async () => {
  const workspace = new MemoryWorkspace({ 'old.js': '' }).script('cp old.js new.js', {}).script('node new.js', {});
  const transport = new ScriptedTransport(call(run('cp old.js new.js')), call(run('node new.js')));
  const first = testSession({ transport, workspace, tools, agent });
  const hash = 'a'.repeat(64);
  workspace.script('cp old.js new.js', () => {
    const event = { type: 'file-changed' as const, path: 'new.js', hash: hash as never, size: 1, by: 'runtime' as const, before: null };
    void first.journal.append(event);
    first.session.noteFile(event);
    return { status: 'completed', exitCode: 0, output: '' };
  });
  await first.say('go');
  expect(first.onlyWaiting().why).toBe('it runs new.js, which a command of this run wrote');
  const again = testSession({
    transport: new ScriptedTransport(call(run('node new.js')), say('Done.')),
    workspace,
    tools,
    agent,
    journal: first.journal,
  });
  await again.session.resume([...first.journal.records]);
  await again.session.settled();
  expect(again.onlyWaiting().why).toBe('it runs new.js, which a command of this run wrote');
  await again.session.stop();
  await again.say('another task');
  expect(again.waiting()).toEqual([]);
  expect(workspace.commands).toContain('node new.js');
});

test('a script that the agent has made or changed asks, shows what it runs and what has changed since it was shown', async () => {
  const workspace = new MemoryWorkspace().script('npm test', {});
  const transport = new ScriptedTransport(
    call(write('package.json', manifest('node check.mjs'))),
    call(run('npm test')),
    call(write('package.json', manifest('rm -rf src'))),
    call(run('npm test')),
    say('Done.'),
  );
  const { session, say: tell, onlyWaiting } = testSession({ transport, workspace, tools, agent });
  await tell('go');
  expect(onlyWaiting()).toMatchObject({
    why: 'the script test was changed in this run',
    subject: { command: 'npm test' },
    scripts: [{ run: 'npm test', of: 'package.json', lines: [{ label: 'test', command: 'node check.mjs' }] }],
  });
  await session.approveAll();
  await session.settled();
  expect(onlyWaiting().subject).toMatchObject({ path: 'package.json' });
  await session.approveAll();
  await session.settled();
  expect(onlyWaiting().scripts?.[0]?.changed).toEqual({
    since: 'shown',
    lines: [
      { sign: '-', text: 'test: node check.mjs' },
      { sign: '+', text: 'test: rm -rf src' },
    ],
  });
  await session.stop();
});

test('an approval of a command is for the scripts it was shown with: changed meanwhile, it is asked again', async () => {
  const workspace = new MemoryWorkspace({ 'package.json': manifest('vitest run') }).script('npm test', {});
  const transport = new ScriptedTransport(call(run('npm test')), say('Done.'));
  const { session, say: tell, onlyWaiting } = testSession({ transport, workspace, tools });
  await tell('go');
  await workspace.writeFile('package.json' as never, new TextEncoder().encode(manifest('rm -rf src')));
  await session.approveAll();
  await session.settled();
  expect(workspace.commands).toEqual([]);
  expect(onlyWaiting().scripts?.[0]).toMatchObject({ lines: [{ command: 'rm -rf src' }], changed: { since: 'shown' } });
  await session.stop();
});
