import { beforeEach, expect, test } from 'vitest';
import { $activeTerminal, $terminals } from '../stores/terminals.ts';
import { createProblemService } from './problems/problem-service.ts';
import { createRuntimeService } from './runtime-service.ts';
import { createTerminalService } from './terminal-service.ts';
import { createScriptedProcess } from './testing/create-scripted-process.ts';
import type { Runtime } from './types.ts';
import type { BootedRuntime } from './webcontainer.ts';

function setUp() {
  const scripted = createScriptedProcess();
  const spawned: (typeof scripted)[] = [];
  const runtime: Partial<Runtime> = {
    host: 'engine',
    shell: ['jsh', '--osc'],
    root: '/home/project',
    async spawn() {
      const next = spawned.length === 0 ? scripted : createScriptedProcess();
      spawned.push(next);
      return next.process;
    },
    onEvent: () => () => undefined,
  };
  const shell: Partial<BootedRuntime['shell']> = {
    onTranscript(listener) {
      transcript = listener;
      return () => undefined;
    },
    onChange: () => () => undefined,
    processes: () => [],
  };
  let transcript: (chunk: string) => void = () => undefined;
  let boot: () => void = () => undefined;
  const booting = new Promise<void>((resolve) => {
    boot = resolve;
  });
  const runtimeService = createRuntimeService(async () => {
    await booting;
    // Only parts of the dependencies; using anything else would throw.
    return { runtime: runtime as Runtime, shell: shell as BootedRuntime['shell'], outside: null };
  });
  const terminals = createTerminalService(runtimeService, createProblemService({ root: () => '/home/project', isFile: () => false }));
  runtimeService.onBooted(terminals.attach);
  const booted = async () => {
    boot();
    await runtimeService.ready();
    await Promise.resolve();
  };
  return { terminals, scripted, spawned, booted, runCommand: (chunk: string) => transcript(chunk) };
}

beforeEach(() => {
  $terminals.set([]);
  $activeTerminal.set(null);
});

test('a terminal opened before the runtime is there stays in front when the agent’s comes', async () => {
  const { terminals, booted } = setUp();
  await terminals.newTerminal();
  await booted();
  expect($terminals.get().map(({ name }) => name)).toEqual(['Agent', 'Terminal 1']);
  expect($activeTerminal.get()).toBe('terminal-1');
});

test('what is typed before the shell’s prompt is there reaches it then, and shows once', async () => {
  const { terminals, scripted, booted } = setUp();
  await terminals.newTerminal();
  const connection = terminals.connectTerminal('terminal-1');
  connection?.write('echo ');
  connection?.write('early\n');
  await booted();
  await expect.poll(() => $terminals.get().find(({ terminalId }) => terminalId === 'terminal-1')?.status).toBe('running');
  expect(scripted.written).toEqual([]);
  scripted.print('~/project ❯ ');
  await expect.poll(() => scripted.written).toEqual(['echo early\n']);
  connection?.write('late\n');
  expect(scripted.written).toEqual(['echo early\n', 'late\n']);
});

test('a terminal closed while its shell starts leaves no process behind', async () => {
  const { terminals, scripted, booted } = setUp();
  await terminals.newTerminal();
  terminals.closeTerminal('terminal-1');
  await booted();
  await expect.poll(() => scripted.isKilled()).toBe(true);
});

test('a shell is started again in its terminal, while it runs and once it has ended; what it had printed stays', async () => {
  const { terminals, scripted, spawned, booted } = setUp();
  await terminals.newTerminal();
  await booted();
  const status = () => $terminals.get().find(({ terminalId }) => terminalId === 'terminal-1')?.status;
  await expect.poll(status).toBe('running');
  let shown = '';
  const connection = terminals.connectTerminal('terminal-1');
  connection?.subscribe((chunk) => {
    shown += chunk;
  });
  scripted.print('first ');
  await expect.poll(() => shown).toContain('first ');
  terminals.restartTerminal('terminal-1');
  expect(scripted.isKilled()).toBe(true);
  await expect.poll(() => spawned.length).toBe(2);
  spawned[1]?.print('second ');
  await expect.poll(() => shown).toContain('second ');
  expect(shown).toContain('first ');
  expect(shown).not.toContain('exit code');
  connection?.write('ls\n');
  await expect.poll(() => spawned[1]?.written).toEqual(['ls\n']);
  expect(scripted.written).toEqual([]);
  spawned[1]?.exit(3);
  await expect.poll(status).toBe('exited');
  terminals.restartTerminal('terminal-1');
  await expect.poll(() => spawned.length).toBe(3);
  await expect.poll(status).toBe('running');
  expect(shown).toContain('The shell ended with exit code 3.');
});

test('the agent’s shell and a program that is only looked at are not started again by the user', async () => {
  const { terminals, spawned, booted } = setUp();
  await booted();
  terminals.watch('build', () => undefined);
  for (const { terminalId } of $terminals.get()) terminals.restartTerminal(terminalId);
  terminals.restartTerminal('nowhere');
  expect(spawned).toEqual([]);
});

test('a program that is only looked at shows beside the terminal in front, takes no input, and ends when its terminal is closed', async () => {
  const { terminals } = setUp();
  await terminals.newTerminal();
  let closed = 0;
  const watched = terminals.watch('MCP notes', () => closed++);
  watched.print('$ npx notes\nlistening\n');
  expect($activeTerminal.get()).toBe('terminal-1');
  let shown = '';
  const connection = terminals.connectTerminal('watched-MCP notes');
  connection?.subscribe((text) => {
    shown += text;
  });
  connection?.write('typed');
  expect(shown).toBe('$ npx notes\r\nlistening\r\n');
  watched.end(3);
  expect(shown).toContain('exit code 3');
  expect($terminals.get().find(({ name }) => name === 'MCP notes')?.status).toBe('exited');
  terminals.closeTerminal('watched-MCP notes');
  expect(closed).toBe(0);
  terminals.watch('MCP notes', () => closed++);
  terminals.closeTerminal('watched-MCP notes');
  expect([closed, $terminals.get().some(({ name }) => name === 'MCP notes')]).toEqual([1, false]);
});

const names = () => $terminals.get().map(({ name }) => name);

test('a terminal is renamed, unless to a name that it cannot have; the agent’s never; the next one gets a name of its own', async () => {
  const { terminals, booted } = setUp();
  await terminals.newTerminal();
  await booted();
  terminals.renameTerminal('terminal-1', ' Terminal 2 ');
  terminals.renameTerminal('terminal-1', 'Agent');
  terminals.renameTerminal('agent', 'mine');
  terminals.renameTerminal('terminal-9', 'nobody');
  expect(names()).toEqual(['Agent', 'Terminal 2']);
  await terminals.newTerminal();
  expect(names()).toEqual(['Agent', 'Terminal 2', 'Terminal 3']);
  expect($activeTerminal.get()).toBe('terminal-3');
});

test('what was cleared is not shown to a view that opens later, and not kept; the line that is being typed is', async () => {
  const { terminals, scripted, booted } = setUp();
  await terminals.newTerminal();
  await booted();
  scripted.print('old output\r\n~/project ❯ ec');
  await expect.poll(() => terminals.pasts().map(({ past }) => past)).toEqual(['old output\r\n~/project ❯ ec']);
  let told = 0;
  terminals.onPrinted(() => told++);
  terminals.clearTerminal('terminal-1');
  terminals.clearTerminal('terminal-9');
  expect(told).toBe(1);
  expect(terminals.pasts().map(({ past }) => past)).toEqual(['~/project ❯ ec']);
  let shown = '';
  terminals.connectTerminal('terminal-1')?.subscribe((chunk) => {
    shown += chunk;
  });
  expect(shown).toBe('~/project ❯ ec');
});

test('the end of what the agent’s shell has printed is kept over two reloads, as one terminal', async () => {
  const { terminals, booted, runCommand } = setUp();
  const before = { terminalId: 'agent', name: 'Agent, before', past: '$ npm run long\r\nline 3004\r\n' };
  terminals.restoreEnded([before], 'page');
  await booted();
  expect(terminals.pasts().map(({ name, past }) => [name, past.includes('line 3004')])).toEqual([['Agent, before', true]]);
  runCommand('$ ls\r\na.ts\r\n');
  const [kept, ...others] = terminals.pasts();
  expect(others).toEqual([]);
  expect(kept?.past).toMatch(/line 3004[\s\S]*\$ ls\r\na\.ts/);
});
