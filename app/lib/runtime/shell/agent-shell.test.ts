import { describe, expect, test, vi } from 'vitest';
import { scriptedShell, shellMark } from '../testing/scripted-shell.ts';

describe('the agent shell', () => {
  test('answers with the exit code and the output as it was printed', async () => {
    const { run, process } = scriptedShell();
    const outcome = run('node fail.js');
    const played = await process(0);
    played.print('  one\r\n');
    played.print('\ttwo');
    played.exit(3);
    expect(await outcome).toEqual({ status: 'completed', exitCode: 3, output: '  one\r\n\ttwo' });
  });

  test('takes the marker out of the output wherever a chunk is cut, and continues in the directory it names', async () => {
    const { run, process, script } = scriptedShell();
    const first = run('cd src');
    const played = await process(0);
    const text = `before${shellMark(script(0), '=/home/project/src')}after`;
    for (const character of text) played.print(character);
    played.exit(0);
    expect(await first).toEqual({ status: 'completed', exitCode: 0, output: 'beforeafter' });
    const second = run('pwd');
    (await process(1)).exit(0);
    await second;
    expect(script(1)).toContain("cd '/home/project/src'");
  });

  test('begins where an earlier shell was left, and leaves it as any other', async () => {
    const places = ['/home/project/src'];
    const { run, shell, process, script } = scriptedShell({ startDirectory: () => places.shift() ?? null });
    expect(shell.directory()).toBe('/home/project/src');
    const first = run('cd ..');
    const played = await process(0);
    expect(script(0)).toContain("cd '/home/project/src'");
    played.print(shellMark(script(0), '=/home/project'));
    played.exit(0);
    await first;
    expect(shell.directory()).toBe('/home/project');
  });

  test('a command that prints the marker without its end holds no output back, and moves nowhere', async () => {
    const { run, shell, process, script } = scriptedShell();
    const chunks: string[] = [];
    const outcome = run('trap -p', { onOutput: (chunk) => chunks.push(chunk) });
    const played = await process(0);
    played.print(shellMark(script(0), `=/${'x'.repeat(20_000)}`).slice(0, -1));
    await vi.waitUntil(() => chunks.join('').length > 20_000);
    played.print(shellMark(script(0), '=not/absolute'));
    played.exit(0);
    await outcome;
    expect(shell.directory()).toBe('/home/project');
  });

  test('never takes the text of the command for a marker', async () => {
    const { run, process } = scriptedShell();
    const outcome = run('cat script');
    const played = await process(0);
    played.print('printf "\\033]654;dz-id000000001=%s\\007" "$PWD"');
    played.exit(0);
    expect(await outcome).toMatchObject({ output: 'printf "\\033]654;dz-id000000001=%s\\007" "$PWD"' });
  });

  test('leaves a server running in the background once its port is open, and says which', async () => {
    const { run, shell, process, emit } = scriptedShell();
    const outcome = run('npm start');
    const played = await process(0);
    played.print('listening\n');
    emit({ type: 'server-ready', port: 3000, url: 'http://p3000.run.ide.localhost' });
    expect(await outcome).toMatchObject({ status: 'running', output: 'listening\n', ports: [{ port: 3000 }] });
    expect(shell.processes()).toMatchObject([{ command: 'npm start', startedAt: 5 }]);
    played.exit(0);
    await vi.waitUntil(() => shell.processes().length === 0);
  });

  test('reports a server that dies right after its port has opened as ended', async () => {
    const { run, process, emit } = scriptedShell();
    const outcome = run('npm start');
    const played = await process(0);
    emit({ type: 'server-ready', port: 3000, url: 'http://p3000.run.ide.localhost' });
    played.exit(1);
    expect(await outcome).toMatchObject({ status: 'completed', exitCode: 1 });
  });

  test('keeps a command that outlives its time-out as a background process', async () => {
    const { run, shell, process } = scriptedShell();
    const outcome = run('sleep 100', { timeoutMs: 1 });
    await process(0);
    const { status } = await outcome;
    expect(status).toBe('timed_out');
    expect(shell.processes()).toHaveLength(1);
  });

  test('stops a command with Ctrl-C, and kills it when that is not heard', async () => {
    const { run, process } = scriptedShell();
    const abort = new AbortController();
    const outcome = run('node loop.js', { signal: abort.signal });
    const played = await process(0);
    played.print('so far');
    await vi.waitUntil(() => true);
    abort.abort();
    expect(await outcome).toEqual({ status: 'cancelled', output: 'so far' });
    expect(played.written).toEqual(['\x03']);
    expect(played.isKilled()).toBe(true);
  });

  test('each command has a shell and a terminal of its own; nothing is typed into any other', async () => {
    const { run, process, spawned } = scriptedShell();
    const played = [];
    for (const index of [0, 1]) {
      const outcome = run('npm test');
      const one = await process(index);
      one.exit(0);
      await outcome;
      played.push(one);
    }
    expect(spawned.map(({ command, args, terminal }) => [command, args[0], terminal])).toEqual([
      ['jsh', '-c', { columns: 120, rows: 30 }],
      ['jsh', '-c', { columns: 120, rows: 30 }],
    ]);
    expect(played.flatMap(({ written }) => written)).toEqual([]);
  });
});
