import { expect, test } from 'vitest';
import type { KeptOutputs } from '../agent/contract/tool-ports.ts';
import { sessionFactsWith } from '../agent/testing/session-facts-with.ts';
import { type ContentHash, contentHashSchema } from '../protocol/ids.ts';
import { MemoryWorkspace } from '../runtime/memory/memory-workspace.ts';
import { stripEscapeCodes } from '../runtime/terminal-text.ts';
import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import type { CommandRequest, WorkspacePath } from '../runtime/types.ts';
import { readFileTool } from './read-file.ts';
import { runCommandTool } from './run-command.ts';
import { failureOf, outputOf, runTool, toolContext } from './testing/run-tool.ts';

test('a failing command is a result with its exit code, not an error', async () => {
  const workspace = new MemoryWorkspace().script('npm test', { exitCode: 1, output: '\u001b[31m1 failed\u001b[39m\r\n' });
  expect(await outputOf(runCommandTool, { command: 'npm test' }, toolContext(workspace))).toEqual({
    status: 'completed',
    command: 'npm test',
    exitCode: 1,
    output: '1 failed\n',
    streams: 'merged',
  });
});

test('standard error is separate where the host can tell, in the result of a command that was cut off by its time-out too', async () => {
  const errorParts = [{ from: 4, to: 8 }];
  const workspace = new MemoryWorkspace()
    .script('npm run both', () => ({ status: 'completed', exitCode: 1, output: 'one\nbad\n', errorParts }))
    .script('npm run slow', () => ({ status: 'timed_out', processId: 'p1', output: 'one\nbad\n', errorParts }))
    .script('npm run fine', () => ({ status: 'completed', exitCode: 0, output: 'one\n', errorParts: [] }));
  const context = toolContext(workspace);
  const both = { output: 'one\nbad\n', stdout: 'one\n', stderr: 'bad\n' };
  expect(await outputOf(runCommandTool, { command: 'npm run both' }, context)).toMatchObject({ exitCode: 1, ...both });
  expect(await outputOf(runCommandTool, { command: 'npm run slow' }, context)).toMatchObject({ timedOut: true, ...both });
  expect(await outputOf(runCommandTool, { command: 'npm run fine' }, context)).toMatchObject({ output: 'one\n', stderr: '' });
});

test('the time-out is 30 s and at most 120 s; the folder is handed over, never spliced into the command', async () => {
  const seen: CommandRequest[] = [];
  const workspace = new MemoryWorkspace({ 'my app/x': '' }).script('ls', (request) => {
    seen.push(request);
    return { status: 'completed', exitCode: 0, output: '' };
  });
  await outputOf(runCommandTool, { command: 'ls' }, toolContext(workspace));
  await outputOf(runCommandTool, { command: 'ls', cwd: '/home/project/my app', timeout: 999_999 }, toolContext(workspace));
  expect(seen.map(({ timeoutMs, cwd }) => ({ timeoutMs, cwd }))).toEqual([
    { timeoutMs: 30_000, cwd: undefined },
    { timeoutMs: 120_000, cwd: 'my app' },
  ]);
});

test('a server that continues is reported as running, with its address', async () => {
  const workspace = new MemoryWorkspace()
    .script('npm start', () => ({ status: 'running', processId: 'p1', output: 'ready', ports: [{ port: 3000, url: 'http://p3000' }] }))
    .script('sleep 99', () => ({ status: 'timed_out', processId: 'p2', output: '' }));
  expect(await outputOf(runCommandTool, { command: 'npm start' }, toolContext(workspace))).toMatchObject({
    status: 'running',
    ports: [{ port: 3000 }],
  });
  expect(await outputOf(runCommandTool, { command: 'sleep 99', timeout: 5 }, toolContext(workspace))).toMatchObject({
    status: 'timed_out',
    timedOut: true,
    processId: 'p2',
  });
});

test('an empty command and a folder that is not there are refused before anybody is asked', async () => {
  expect(await runCommandTool.plan({ command: '  ' }, toolContext())).toMatchObject({ ok: false, code: 'bad_arguments' });
  expect(await runCommandTool.plan({ command: 'ls', cwd: 'none' }, toolContext())).toMatchObject({ ok: false, code: 'not_found' });
  expect(await failureOf(runCommandTool, { command: 'ls', cwd: '../..' }, toolContext())).toMatchObject({ code: 'outside_project' });
});

test('the plan holds the text of the script that npm would run, with pre and post', async () => {
  const scripts = { pretest: 'one', test: 'two' };
  const context = toolContext({ 'package.json': JSON.stringify({ scripts }) });
  expect(await runCommandTool.plan({ command: 'npm test' }, context)).toMatchObject({
    intent: { script: 'pretest: one\ntest: two\nposttest: ' },
  });
  expect(await runCommandTool.plan({ command: 'npm install' }, context)).toMatchObject({ intent: { script: null } });
});

test('indentation and blanks of the output stay; escape codes and overwritten lines go', () => {
  expect(stripEscapeCodes('\u001b]0;title\u0007  a  b\n10%\r50%\r100%\r\n\u001b[2K\u001b[1Gdone\u001b(B\n')).toBe('  a  b\n100%\ndone\n');
});

test('a long output keeps its head and its tail, and the whole is kept where devonz_read_file reads it by lines', async () => {
  const output = Array.from({ length: 5_000 }, (_, index) => `line ${index}`).join('\n');
  const workspace = new MemoryWorkspace().script('seq', () => ({ status: 'completed', exitCode: 0, output }));
  const stored = new Map<ContentHash, string>();
  const outputs: KeptOutputs = {
    keep: async (text) => {
      const hash = contentHashSchema.parse(String(stored.size).padStart(64, '0'));
      stored.set(hash, text);
      return hash;
    },
    read: async (hash) => stored.get(hash) ?? null,
  };
  const result = await runTool(runCommandTool, { command: 'seq' }, { ...toolContext(workspace), outputs });
  if (!result.ok) throw new Error(result.message);
  const shown = runCommandTool.print(result.output, { command: 'seq' });
  expect(shown.length).toBeLessThan(11_000);
  expect(shown).toContain('Output:\nline 0\n');
  expect(shown).toContain('line 4999\nAll 5000 lines are in devonz:output/1, which devonz_read_file reads by lines.');
  const [kept] = result.effects.flatMap((effect) => (effect.type === 'output-kept' ? [effect] : []));
  const keptOutputs = () => new Map(kept === undefined ? [] : [[kept.name, kept.hash]]);
  const session = sessionFactsWith({ keptOutputs });
  const input = { path: 'devonz:output/1', startLine: 2_001, endLine: 2_003 };
  const part = await runTool(readFileTool, input, { ...toolContext(workspace), outputs, session });
  expect(part.ok && readFileTool.print(part.output, input)).toBe(
    'devonz:output/1, lines 2001-2003 of 5000:\n2001:line 2000\n2002:line 2001\n2003:line 2002',
  );
  const gone = await runTool(readFileTool, { path: 'devonz:output/9' }, { ...toolContext(workspace), outputs, session });
  expect(gone).toMatchObject({ ok: false, code: 'not_found' });
});

test('without a folder, the script that counts is that of where the shell is', async () => {
  class MovedWorkspace extends MemoryWorkspace {
    shellDirectory: WorkspacePath | null = toWorkspacePath('');
    async agentDirectory() {
      return this.shellDirectory;
    }
  }
  const script = (test: string) => JSON.stringify({ scripts: { test } });
  const workspace = new MovedWorkspace({ 'package.json': script('vitest'), 'evil/package.json': script('node evil.js') });
  const planned = async () => {
    const plan = await runCommandTool.plan({ command: 'npm test' }, toolContext(workspace));
    return plan.ok && plan.intent.kind === 'command' ? plan.intent.script : null;
  };
  expect(await planned()).toContain('test: vitest');
  workspace.shellDirectory = toWorkspacePath('evil');
  expect(await planned()).toContain('test: node evil.js');
  workspace.shellDirectory = null;
  expect(await planned()).toBe('');
});

test('what continues says why, and what to do: it waits for input, left something behind, or reads without a prompt', async () => {
  const workspace = new MemoryWorkspace()
    .script('npm create vite', () => ({
      status: 'running',
      processId: 'p1',
      output: 'Project name: ',
      ports: [],
      waitsFor: { processId: 'p1', prompt: 'Project name:' },
    }))
    .script('node s.js & true', () => ({ status: 'running', processId: 'p2', output: '', ports: [], hasJobs: true }))
    .script('cat', () => ({ status: 'timed_out', processId: 'p3', output: '', isReading: true }))
    .script('sleep 9', () => ({ status: 'cancelled', output: 'so far' }));
  const result = (command: string) => outputOf(runCommandTool, { command }, toolContext(workspace));
  expect(await result('npm create vite')).toMatchObject({
    status: 'running',
    waitingForInput: { prompt: 'Project name:' },
    note: expect.stringContaining('{"action":"input","processId":"p1","text":…}'),
  });
  expect(await result('node s.js & true')).toMatchObject({ note: expect.stringContaining('what it started with & continues') });
  expect(await result('cat')).toMatchObject({ note: expect.stringContaining('It reads its standard input, and shows no prompt') });
  expect(await failureOf(runCommandTool, { command: 'sleep 9' }, toolContext(workspace))).toMatchObject({
    message: 'The command was stopped. Output so far:\nso far',
  });
});

test('what a command waits for is passed on to whoever asked to hear it', async () => {
  const heard: unknown[] = [];
  const workspace = new MemoryWorkspace().script('read x', ({ onInputWanted }) => {
    onInputWanted?.({ processId: 'p1', prompt: 'x?' });
    onInputWanted?.(null);
    return { status: 'completed', exitCode: 0, output: '' };
  });
  await outputOf(
    runCommandTool,
    { command: 'read x' },
    { ...toolContext(workspace), onInputWanted: (wanted) => heard.push(wanted?.prompt ?? null) },
  );
  expect(heard).toEqual(['x?', null]);
});

test('that the shell is in another folder since is an effect of the command, from which the folder is known again', async () => {
  class MovingWorkspace extends MemoryWorkspace {
    folder: WorkspacePath | null = toWorkspacePath('');
    async agentDirectory() {
      return this.folder;
    }
  }
  const workspace = new MovingWorkspace({ 'app/x': '' });
  const move = (folder: WorkspacePath | null) => () => {
    workspace.folder = folder;
    return { status: 'completed' as const, exitCode: 0, output: '' };
  };
  workspace
    .script('cd app', move(toWorkspacePath('app')))
    .script('cd /', move(null))
    .script('ls', { exitCode: 0, output: '' });
  const movesOf = async (command: string) => {
    const result = await runTool(runCommandTool, { command }, toolContext(workspace));
    return result.ok ? result.effects.filter(({ type }) => type === 'shell-moved') : expect.unreachable();
  };
  expect(await movesOf('ls')).toEqual([]);
  expect(await movesOf('cd app')).toEqual([{ type: 'shell-moved', folder: 'app' }]);
  expect(await movesOf('ls')).toEqual([]);
  expect(await movesOf('cd /')).toEqual([{ type: 'shell-moved', folder: null }]);
});
