import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Machine, MachineProcess, ProcessEnd, ProcessRequest } from '../machine/machine.ts';
import { openTestMachine, type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';

let folder: TemporaryFolder;
let machine: Machine;
beforeAll(async () => {
  folder = await temporaryFolder();
  machine = await openTestMachine(folder.path);
});
afterAll(async () => {
  await machine.close();
  await folder.remove();
});

const start = (command: string, args: string[], more: Partial<ProcessRequest> = {}) =>
  machine.processes.start({ command, args, cwd: folder.path, env: {}, terminal: null, ...more });
const shell = (script: string, more: Partial<ProcessRequest> = {}) => start('sh', ['-c', script], more);

interface Ended {
  stdout: string;
  stderr: string;
  end: ProcessEnd;
}

async function finish(child: MachineProcess): Promise<Ended> {
  const texts = { stdout: '', stderr: '' };
  for await (const { stream, bytes } of child.output) texts[stream] += new TextDecoder().decode(bytes);
  return { ...texts, end: await child.end };
}

describe.skipIf(process.platform === 'win32')('a process with pipes', () => {
  it('gives both streams apart, or joined in their order, and its exit code', async () => {
    const script = 'echo out; echo err >&2; exit 7';
    expect(await finish(await shell(script))).toEqual({ stdout: 'out\n', stderr: 'err\n', end: { type: 'exited', code: 7 } });
    expect(await finish(await shell(script, { joinsErrors: true }))).toEqual({
      stdout: 'out\nerr\n',
      stderr: '',
      end: { type: 'exited', code: 7 },
    });
  });

  it('reads what is written to it, to the end', async () => {
    const child = await start('cat', []);
    await child.write(new TextEncoder().encode('typed'));
    child.closeInput();
    expect((await finish(child)).stdout).toBe('typed');
  });

  it('is held back while nobody reads, and loses nothing', async () => {
    const child = await shell('head -c 20000000 /dev/zero | tr "\\0" x; exit 3');
    let size = 0;
    for await (const { bytes } of child.output) size += bytes.byteLength;
    expect([size, await child.end]).toEqual([20_000_000, { type: 'exited', code: 3 }]);
  });

  it('ends its output although a program in the background keeps the pipe', async () => {
    const child = await shell('sleep 100 & echo started');
    expect(await finish(child)).toEqual({ stdout: 'started\n', stderr: '', end: { type: 'exited', code: 0 } });
    child.signal('SIGKILL');
  });

  it('ends with all that it has started when it gets a signal', async () => {
    const child = await shell('sh -c "while true; do :; done" | cat; echo never');
    child.signal('SIGTERM');
    expect(await finish(child)).toEqual({ stdout: '', stderr: '', end: { type: 'killed', signal: 'SIGTERM' } });
  });

  it('has the user’s environment without npx’s, the request’s variables, and the project’s commands', async () => {
    await mkdir(join(folder.path, 'node_modules/.bin'), { recursive: true });
    await writeFile(join(folder.path, 'node_modules/.bin/own-tool'), '#!/bin/sh\necho "$GREETING $PWD ${npm_config_yes-unset}"\n', {
      mode: 0o755,
    });
    expect((await finish(await start('own-tool', [], { env: { GREETING: 'hello' } }))).stdout).toBe(`hello ${folder.path} unset\n`);
  });

  it('fails in Node’s words without a program, a folder or the right to run it', async () => {
    await writeFile(join(folder.path, 'plain'), '');
    await expect(start('no-such-program', [])).rejects.toThrow('spawn no-such-program ENOENT');
    await expect(start('sh', [], { cwd: join(folder.path, 'missing') })).rejects.toThrow('spawn sh ENOENT');
    await expect(start('./plain', [])).rejects.toThrow('spawn ./plain EACCES');
  });
});

describe.skipIf(process.platform === 'win32')('a process on a terminal', () => {
  const terminal = { columns: 80, rows: 24 };

  it('sees a terminal of its size, and the new size', async () => {
    const child = await shell('test -t 0 && test -t 1 && stty size; read line; stty size; exit 5', { terminal });
    let text = '';
    let isResized = false;
    for await (const { stream, bytes } of child.output) {
      expect(stream).toBe('stdout');
      text += new TextDecoder().decode(bytes);
      if (isResized || !text.includes('24 80')) continue;
      isResized = true;
      child.resize({ columns: 101, rows: 33 });
      await child.write(new TextEncoder().encode('\r'));
    }
    expect([text.replaceAll('\r', ''), await child.end]).toEqual(['24 80\n\n33 101\n', { type: 'exited', code: 5 }]);
  });

  it('gives all of a large output, although nobody reads while the program ends', async () => {
    const child = await shell('head -c 3000000 /dev/zero | tr "\\0" x', { terminal });
    let size = 0;
    for await (const { bytes } of child.output) {
      size += bytes.byteLength;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect([size, await child.end]).toEqual([3_000_000, { type: 'exited', code: 0 }]);
  });

  it('is interrupted by Ctrl-C, and an interactive shell ends with its jobs when its terminal goes', async () => {
    const sleeper = await start('sleep', ['100'], { terminal });
    await sleeper.write(new TextEncoder().encode('\x03'));
    expect((await finish(sleeper)).end).toEqual({ type: 'killed', signal: 'SIGINT' });
    const interactive = await start('sh', ['-i'], { terminal });
    await interactive.write(new TextEncoder().encode('sleep 100 &\rsleep 200\r'));
    const ended = finish(interactive);
    interactive.signal('SIGHUP');
    expect((await ended).end.type).toMatch(/killed|exited/);
  });
});

it.skipIf(process.platform === 'win32')('without the package of terminals, programs have pipes, and the reason is said', async () => {
  const other = await openTestMachine(folder.path, false);
  const child = await other.processes.start({
    command: 'sh',
    args: ['-c', 'test -t 1 || echo pipes; echo err >&2'],
    cwd: folder.path,
    env: {},
    terminal: { columns: 80, rows: 24 },
  });
  expect([await finish(child), other.facts.hasTerminal]).toEqual([
    { stdout: 'pipes\nerr\n', stderr: '', end: { type: 'exited', code: 0 } },
    false,
  ]);
  expect(other.facts.terminalReason).toMatch(/pipes in place of a terminal.*not installed/);
  await other.close();
});
