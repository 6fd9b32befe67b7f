import { beforeEach, expect, test } from 'vitest';
import { createProblemService } from '../../../../app/lib/runtime/problems/problem-service.ts';
import { createRuntimeService } from '../../../../app/lib/runtime/runtime-service.ts';
import { createAgentShell } from '../../../../app/lib/runtime/shell/agent-shell.ts';
import { shellHostOf } from '../../../../app/lib/runtime/shell/shell-host.ts';
import { createTerminalService } from '../../../../app/lib/runtime/terminal-service.ts';
import { createScriptedProcess, type ScriptedProcess } from '../../../../app/lib/runtime/testing/create-scripted-process.ts';
import type { Runtime } from '../../../../app/lib/runtime/types.ts';
import { $activeTerminal, $terminals } from '../../../../app/lib/stores/terminals.ts';

beforeEach(() => {
  $terminals.set([]);
  $activeTerminal.set(null);
});

/** The user's terminals and the agent's shell on one host, whose processes the test plays in the order in which they start. */
async function oneHost() {
  const started: ScriptedProcess[] = [];
  const spawn = async () => {
    const scripted = createScriptedProcess();
    started.push(scripted);
    return scripted.process;
  };
  const onEvent = () => () => undefined;
  let id = 0;
  const shell = createAgentShell({
    spawn,
    onEvent,
    root: '/home/project',
    host: shellHostOf({ host: 'stackblitz' }),
    nextId: () => `id${id++}`,
    now: () => 5,
  });
  const runtime: Partial<Runtime> = { host: 'engine', shell: ['jsh', '--osc'], root: '/home/project', spawn, onEvent };
  // A partial mock: any other request from the services would throw.
  const service = createRuntimeService(async () => ({ runtime: runtime as Runtime, shell, outside: null }));
  const terminals = createTerminalService(service, createProblemService({ root: () => '/home/project', isFile: () => false }));
  service.onBooted(terminals.attach);
  await service.ready();
  const run = (command: string) =>
    shell.run({ command, timeoutMs: 10_000, signal: new AbortController().signal, onOutput: () => undefined });
  return { terminals, started, run };
}

test('each command of the agent is a process of its own: no terminal of the user gets a key, no Ctrl-C comes before it', async () => {
  const { terminals, started, run } = await oneHost();
  await terminals.newTerminal();
  await expect.poll(() => started.length).toBe(1);
  const mine = started[0];
  mine?.print('~/project ❯ ');
  const connection = terminals.connectTerminal('terminal-1');
  let shown = '';
  connection?.subscribe((chunk) => {
    shown += chunk;
  });
  connection?.write('half a line');
  await expect.poll(() => mine?.written).toEqual(['half a line']);
  expect($activeTerminal.get()).toBe('terminal-1');

  const first = run('npm test');
  await expect.poll(() => started.length).toBe(2);
  started[1]?.print('ok\n');
  started[1]?.exit(0);
  expect(await first).toMatchObject({ status: 'completed', exitCode: 0, output: 'ok\n' });
  const second = run('npm run lint');
  await expect.poll(() => started.length).toBe(3);
  started[2]?.exit(1);
  expect(await second).toMatchObject({ status: 'completed', exitCode: 1, output: '' });

  // The user's unfinished input is unchanged, and the agent's command is not in the user's terminal.
  expect(mine?.written).toEqual(['half a line']);
  expect(started.slice(1).map(({ written }) => written)).toEqual([[], []]);
  expect(shown).not.toContain('ok');
  expect($activeTerminal.get()).toBe('terminal-1');
});
