import { formatTerminalNote, TERMINAL_NOTES_VARIABLE } from 'devonz-engine-protocol/terminal-note';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { scriptedShell, shellMark } from '../testing/scripted-shell.ts';

const server = (port: number) => ({ type: 'server-ready' as const, port, url: `http://p${port}.run.ide.localhost` });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Advances the clock and returns the outcome. */
async function passing<Value>(milliseconds: number, outcome: Promise<Value>): Promise<Value> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  return outcome;
}

/** A shell on a host with notes; each command begins at once. */
function notedShell() {
  const parts = scriptedShell({ hasTerminalNotes: true });
  const begin = async (index: number) => {
    const played = await parts.process(index);
    const key = parts.spawned[index]?.env?.[TERMINAL_NOTES_VARIABLE] ?? '';
    played.print(formatTerminalNote(key, { type: 'on' }) + shellMark(parts.script(index), '!'));
    const note = (given: Parameters<typeof formatTerminalNote>[1]) => played.print(formatTerminalNote(key, given));
    return { ...played, note };
  };
  return { ...parts, begin };
}

describe('ports', () => {
  test('a port that opens while another command runs is not taken for that command’s', async () => {
    const { run, begin, emit, shell } = notedShell();
    const dev = run('npm run dev');
    const devPlayed = await begin(0);
    devPlayed.note({ type: 'port', port: 3000 });
    emit(server(3000));
    expect(await passing(500, dev)).toMatchObject({ status: 'running', ports: [{ port: 3000 }] });
    const build = run('npm run build');
    const buildPlayed = await begin(1);
    emit({ type: 'port-closed', port: 3000 });
    emit(server(3000));
    devPlayed.note({ type: 'port', port: 3000 });
    await vi.advanceTimersByTimeAsync(5_000);
    buildPlayed.exit(0);
    expect(await passing(10, build)).toMatchObject({ status: 'completed' });
    expect(shell.processes()).toMatchObject([{ command: 'npm run dev', ports: [{ port: 3000 }] }]);
  });

  test('a port that a test opens for a moment, or takes from the free ones, makes no server of it', async () => {
    const { run, begin, emit } = notedShell();
    const outcome = run('npm test');
    const played = await begin(0);
    for (const port of [3000, 40_000]) {
      played.note({ type: 'port', port });
      emit(server(port));
    }
    await vi.advanceTimersByTimeAsync(200);
    emit({ type: 'port-closed', port: 3000 });
    await vi.advanceTimersByTimeAsync(5_000);
    played.exit(0);
    expect(await passing(10, outcome)).toMatchObject({ status: 'completed' });
  });

  test('where the host does not say whose it is, a port counts when nothing else runs or its number was printed', async () => {
    const { run, process, emit } = scriptedShell();
    const first = run('node one.js');
    await process(0);
    await vi.advanceTimersByTimeAsync(1);
    emit(server(3000));
    expect(await passing(500, first)).toMatchObject({ status: 'running', ports: [{ port: 3000 }] });
    const second = run('node two.js');
    const played = await process(1);
    await vi.advanceTimersByTimeAsync(1);
    emit(server(4000));
    emit(server(5000));
    played.print('http://localhost:5000/\n');
    await vi.advanceTimersByTimeAsync(1_000);
    played.print('.');
    expect(await passing(500, second)).toMatchObject({ status: 'running', ports: [{ port: 5000 }] });
  });
});

describe('what a command leaves behind', () => {
  test('a program started with & continues as a background process, and says so', async () => {
    const { run, begin, script, shell } = notedShell();
    const outcome = run('node server.js & echo started');
    const played = await begin(0);
    played.print(`started\n${shellMark(script(0), '=/home/project')}${shellMark(script(0), '&')}`);
    expect(await passing(500, outcome)).toMatchObject({ status: 'running', hasJobs: true, output: 'started\n' });
    expect(shell.processes()).toHaveLength(1);
  });

  test('a background process that ends later does not move the shell', async () => {
    const { run, begin, script, shell } = notedShell();
    const outcome = run('cd src && npm run dev', { timeoutMs: 1_000 });
    const played = await begin(0);
    expect(await passing(1_000, outcome)).toMatchObject({ status: 'timed_out' });
    played.print(shellMark(script(0), '=/home/project/src'));
    played.exit(0);
    await vi.waitUntil(() => shell.processes().length === 0);
    expect(shell.directory()).toBe('/home/project');
    expect((await shell.control.list())[0]).toMatchObject({ exitCode: 0 });
  });

  test('a folder that is gone sends the shell home, where it says so; a named one that is gone runs nothing', async () => {
    const { run, begin, script } = notedShell();
    const moved = run('cd src');
    const played = await begin(0);
    played.print(shellMark(script(0), '=/home/project/src'));
    played.exit(0);
    await moved;
    for (const [index, request] of [
      [1, {}],
      [2, { cwd: 'src' as never }],
    ] as const) {
      const outcome = run('ls', request);
      (await begin(index)).exit(0);
      await outcome;
    }
    expect(script(1)).toContain("cd '/home/project/src' 2>/dev/null || {");
    expect(script(2)).toContain("cd '/home/project/src' || exit 1");
    // The new shell reads the variables from the file that the first command wrote.
    expect(script(1)).toContain(". '/tmp/.agent-env-");
  });

  test('a folder’s name is one word, whatever is in it', async () => {
    const { run, begin, script } = notedShell();
    const outcome = run('ls', { cwd: "a'; rm -rf $HOME; '" as never });
    (await begin(0)).exit(0);
    await outcome;
    expect(script(0)).toContain("cd '/home/project/a'\\''; rm -rf $HOME; '\\''' || exit 1");
  });
});

describe('input', () => {
  test('a command that waits is reported, and continues as a background process when nobody answers in time', async () => {
    const { run, begin, shell } = notedShell();
    const wanted: unknown[] = [];
    const outcome = run('npm create vite', { timeoutMs: 60_000, onInputWanted: (now) => wanted.push(now?.prompt ?? null) });
    const played = await begin(0);
    played.print('Project name: ');
    played.note({ type: 'reading', state: 'line' });
    const result = await passing(23_000, outcome);
    expect(wanted).toEqual(['Project name:']);
    expect(result).toMatchObject({ status: 'running', waitsFor: { prompt: 'Project name:' } });
    const [info] = await shell.control.list();
    await shell.control.write(info?.processId ?? '', 'demo\r');
    expect(played.written).toEqual(['demo\r']);
    expect((await shell.control.list())[0]?.waitsFor).toBeNull();
  });

  test('an answer in time lets the command end as any other', async () => {
    const { run, begin, shell } = notedShell();
    const outcome = run('read x', {
      onInputWanted: (now) => void (now && shell.control.write(now.processId, 'y\r')),
    });
    const played = await begin(0);
    played.print('Sure? ');
    played.note({ type: 'reading', state: 'line' });
    await vi.advanceTimersByTimeAsync(2_100);
    expect(played.written).toEqual(['y\r']);
    played.note({ type: 'reading', state: 'none' });
    played.exit(0);
    expect(await outcome).toMatchObject({ status: 'completed', output: 'Sure? y\r\n' });
  });

  test('where who runs it answers it too, it waits for the answer, and has its time again after it', async () => {
    const { run, begin } = notedShell();
    const outcome = run('npm create vite', { isAnsweredHere: true });
    const played = await begin(0);
    let hasEnded = false;
    void outcome.then(() => {
      hasEnded = true;
    });
    played.print('Project name: ');
    played.note({ type: 'reading', state: 'line' });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(hasEnded).toBe(false);
    played.note({ type: 'reading', state: 'none' });
    await vi.advanceTimersByTimeAsync(9_000);
    expect(hasEnded).toBe(false);
    expect(await passing(1_500, outcome)).toMatchObject({ status: 'timed_out' });
  });

  test('a time-out tells that the command reads, though it has shown no prompt', async () => {
    const { run, begin } = notedShell();
    const outcome = run('cat', { timeoutMs: 3_000 });
    (await begin(0)).note({ type: 'reading', state: 'line' });
    expect(await passing(3_000, outcome)).toMatchObject({ status: 'timed_out', isReading: true });
  });
});

describe('the start', () => {
  test('a shell that says nothing is started again once, and then given up with a sentence', async () => {
    const { run, process, shell, spawned } = scriptedShell({ hasTerminalNotes: true });
    const said: string[] = [];
    shell.onTranscript((chunk) => said.push(chunk));
    const outcome = run('ls').catch((error: Error) => error.message);
    const first = await process(0);
    await vi.advanceTimersByTimeAsync(15_000);
    await process(1);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await outcome).toContain('The shell did not start within 15 seconds, twice. Nothing was run.');
    expect(first.isKilled()).toBe(true);
    expect(spawned).toHaveLength(2);
    expect(said.join('')).toContain('started again');
  });

  test('a shell that cannot be started says why', async () => {
    const { run } = scriptedShell({ spawn: () => Promise.reject(new Error('spawn jsh ENOENT')) });
    await expect(run('ls')).rejects.toThrow('spawn jsh ENOENT');
  });

  test('a stop before the shell has begun is a stop', async () => {
    const { run, process } = scriptedShell({ hasTerminalNotes: true });
    const stop = new AbortController();
    const outcome = run('ls', { signal: stop.signal });
    await process(0);
    await vi.advanceTimersByTimeAsync(10);
    stop.abort();
    expect(await passing(200, outcome)).toMatchObject({ status: 'cancelled' });
  });
});

describe('a stop', () => {
  test('the next command waits until the stopped one has ended', async () => {
    const { run, begin, spawned } = notedShell();
    const stop = new AbortController();
    const outcome = run('node deaf.js', { signal: stop.signal });
    const played = await begin(0);
    await vi.advanceTimersByTimeAsync(10);
    stop.abort();
    const next = run('ls');
    await vi.advanceTimersByTimeAsync(80);
    expect([spawned.length, played.isKilled()]).toEqual([1, false]);
    await vi.advanceTimersByTimeAsync(100);
    expect(await outcome).toMatchObject({ status: 'cancelled' });
    (await begin(1)).exit(0);
    expect(await passing(10, next)).toMatchObject({ status: 'completed' });
  });
});

describe('the control of processes', () => {
  test('gives logs without escape codes and refuses what is not there or has ended', async () => {
    const { run, begin, shell } = notedShell();
    const outcome = run('npm start', { timeoutMs: 500 });
    const played = await begin(0);
    played.print('\x1b[32mready\x1b[0m\r\n');
    await passing(600, outcome);
    const [info] = await shell.control.list();
    const processId = info?.processId ?? '';
    expect(await shell.control.log(processId)).toEqual({ text: 'ready\n', dropped: 0, droppedLines: 0 });
    await shell.control.interrupt(processId);
    expect(played.written).toEqual(['\x03']);
    await shell.control.kill(processId);
    await vi.waitUntil(() => shell.processes().length === 0);
    await expect(shell.control.kill(processId)).rejects.toThrow(`The process ${processId} has ended, with exit code 137.`);
    await expect(shell.control.log('p99')).rejects.toThrow('There is no process p99.');
  });

  test('keeps the logs of the last twenty that have ended', async () => {
    const { run, begin, shell } = notedShell();
    for (let index = 0; index < 22; index++) {
      const outcome = run(`sleep ${index}`, { timeoutMs: 1 });
      const played = await begin(index);
      await passing(10, outcome);
      played.exit(0);
      await vi.waitUntil(() => shell.processes().length === 0);
    }
    const list = await shell.control.list();
    expect([list.length, list[0]?.command]).toEqual([20, 'sleep 2']);
  });
});
