import { beforeEach, expect, test } from 'vitest';
import { ScriptedTransport, say } from '../agent/testing/scripted-transport.ts';
import { testSession } from '../agent/testing/test-session.ts';
import { createNoticeService } from '../notices/notice-service.ts';
import { DEFAULT_APP_SETTINGS } from '../protocol/settings.ts';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import { $activeTerminal, $runningCommands } from '../stores/terminals.ts';
import { $announcement, $notices, $workbenchTab } from '../stores/workbench.ts';
import { TOOL_REGISTRY as tools } from '../tools/index.ts';
import { createUserCommands } from './user-commands.ts';

beforeEach(() => {
  $notices.set([]);
  $workbenchTab.set('code');
});

function start(workspace: MemoryWorkspace, isLeft = false) {
  const transport = new ScriptedTransport(say('I see.'));
  const run = testSession({ transport, workspace, tools });
  const titles: string[] = [];
  const commands = createUserCommands({
    notices: createNoticeService(),
    workspace,
    rules: () => DEFAULT_APP_SETTINGS,
    openSession: async (title) => {
      titles.push(title);
      return run.session;
    },
    session: () => (isLeft ? null : run.session),
    now: () => 7,
  });
  return { ...run, titles, transport, commands, notices: () => $notices.get().map((notice) => notice.message) };
}

test('a command of the user runs unasked, is seen in the agent’s terminal, and the model is notified', async () => {
  const workspace = new MemoryWorkspace().script('npm test', { exitCode: 1, output: '\u001b[31mred\u001b[0m\n' });
  const run = start(workspace);
  await run.commands.run('npm test', 'here');
  expect(workspace.commands).toEqual(['npm test']);
  expect(run.titles).toEqual(['npm test']);
  expect([$workbenchTab.get(), $activeTerminal.get()]).toEqual(['terminal', 'agent']);
  expect([...run.session.state().userCommands.values()]).toEqual([
    { command: 'npm test', status: 'completed', exitCode: 1, output: 'red' },
  ]);
  expect(run.session.state().status).toBe('idle');
  await run.say('what now?');
  expect(JSON.stringify(run.transport.requests[0]?.messages)).toContain('Command: npm test\\nExit code: 1\\nOutput:\\nred');
});

test('what it wrote to standard error is known in the text that is kept', async () => {
  const run = start(
    Object.assign(new MemoryWorkspace(), {
      async runCommand() {
        const output = '\u001b[1mHello\u001b[0m\ncareful\n';
        return { status: 'completed', exitCode: 3, output, errorParts: [{ from: 14, to: 22 }] } as const;
      },
    }),
  );
  await run.commands.run('hello', 'here');
  const [done] = run.session.state().userCommands.values();
  expect(done).toMatchObject({ exitCode: 3, output: 'Hello\ncareful' });
  expect(done?.errorParts?.map(({ from, to }) => done.output.slice(from, to))).toEqual(['careful']);
});

test('it is in the journal, so that a reload shows it', async () => {
  const run = start(new MemoryWorkspace().script('ls', { output: 'a' }));
  await run.commands.run('ls', 'root');
  const again = testSession({ transport: new ScriptedTransport(), workspace: new MemoryWorkspace(), tools, journal: run.journal });
  await again.session.resume(run.journal.records);
  expect([...again.session.state().userCommands.values()]).toMatchObject([{ command: 'ls' }]);
});

test('what is never allowed is not run, whoever asks', async () => {
  const workspace = new MemoryWorkspace();
  const run = start(workspace);
  await run.commands.run('rm -rf /', 'here');
  expect(workspace.commands).toEqual([]);
  expect(run.notices()).toEqual([expect.stringContaining('rm -rf / was not run')]);
});

test.each([
  ['completed', { status: 'completed' as const, exitCode: 0, output: '' }, 'ended with exit code 0'],
  ['running', { status: 'running' as const, processId: 'p', ports: [], output: '' }, 'in the background'],
  ['cancelled', { status: 'cancelled' as const, output: '' }, 'was stopped'],
])('where the user has left its chat meanwhile, its end is said: %s', async (_name, outcome, text) => {
  const run = start(
    new MemoryWorkspace().script('x', () => outcome),
    true,
  );
  await run.commands.run('x', 'here');
  expect(run.notices()).toEqual([expect.stringContaining(text)]);
});

test('it can be stopped, and of a long output the end is kept', async () => {
  const workspace = new MemoryWorkspace().script(
    'sleep 9',
    ({ signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ status: 'cancelled', output: `${'x'.repeat(30_000)}end` }));
      }),
  );
  const run = start(workspace);
  const running = run.commands.run('sleep 9', 'here');
  await expect.poll(() => workspace.commands).toEqual(['sleep 9']);
  expect($runningCommands.get()).toEqual([{ id: 1, chatId: run.session.chatId, command: 'sleep 9', startedAt: 7, waitsFor: null }]);
  run.commands.stop(2);
  run.commands.stop(1);
  await running;
  expect($runningCommands.get()).toEqual([]);
  const [done] = run.session.state().userCommands.values();
  expect(done?.status).toBe('cancelled');
  expect(done?.output).toMatch(/^\[the first 10003 characters are left out\]\nx+end$/);
  expect(done?.lineCount).toBe(1);
});

test('what it asks is shown and announced until it is answered; nobody leaves it meanwhile', async () => {
  const seen: unknown[] = [];
  const waitsFor = () => $runningCommands.get()[0]?.waitsFor;
  const workspace = new MemoryWorkspace().script('rm -i a', async ({ onInputWanted, isAnsweredHere }) => {
    onInputWanted?.({ processId: 'p1', prompt: 'remove a?' });
    seen.push(waitsFor(), $announcement.get(), isAnsweredHere);
    onInputWanted?.(null);
    seen.push(waitsFor());
    return { status: 'completed', exitCode: 0, output: '' };
  });
  await start(workspace).commands.run('rm -i a', 'here');
  expect(seen).toEqual([{ processId: 'p1', prompt: 'remove a?' }, 'A command waits for your answer: remove a?', true, null]);
});

test('stopped before it began, it is not run', async () => {
  const workspace = new MemoryWorkspace();
  const run = start(workspace);
  const running = run.commands.run('sleep 9', 'here');
  run.commands.stop();
  await running;
  expect(workspace.commands).toEqual([]);
  expect([...run.session.state().userCommands.values()]).toMatchObject([{ command: 'sleep 9', status: 'cancelled' }]);
});

test('a runtime that fails is reported, and nothing is noted', async () => {
  const run = start(
    new MemoryWorkspace().script('x', () => {
      throw new Error('no runtime');
    }),
  );
  await run.commands.run('x', 'here');
  expect(run.notices()).toEqual(['x was not run: no runtime']);
  expect(run.session.state().userCommands.size).toBe(0);
  expect($runningCommands.get()).toEqual([]);
});
