import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collect } from '../../machine/collect.ts';
import type { ProcessRequest } from '../../machine/machine.ts';
import { haveEnded } from '../../testing/have-ended.ts';
import { OutputReader } from '../../testing/read-output.ts';
import { foundShells, missingShellsInWords } from '../../testing/shells.ts';
import { linkAsh, makeFolder, openTestMachine, type TestMachine } from '../testing/test-machine.ts';

const size = { columns: 91, rows: 33 };
/** The shells of the matrix read these; a noisy one must not be taken for the program. */
const noise = {
  '.bashrc': 'echo noise; echo noise >&2',
  '.zshenv': 'echo noise; echo noise >&2',
  '.config/fish/config.fish': 'echo noise; echo noise >&2',
};

test(`the shells of the matrix: ${missingShellsInWords}`, () => {
  expect(foundShells.length).toBeGreaterThan(0);
});

describe.each(foundShells)('processes under $name', ({ name, program }) => {
  let bench: TestMachine;
  let tools: string;

  beforeAll(async () => {
    tools = await makeFolder();
    const shell = name === 'ash' ? await linkAsh(program, tools) : program;
    // Each asks for this file in its own way, also when it only runs a command.
    const rc = join(tools, 'rc');
    await writeFile(rc, noise['.bashrc']);
    bench = await openTestMachine({ shell, environment: { BASH_ENV: rc, ZDOTDIR: tools, XDG_CONFIG_HOME: tools } });
    await appendFile(join(tools, '.zshenv'), noise['.zshenv']);
  });

  afterAll(async () => {
    await bench.close();
    await rm(tools, { recursive: true, force: true });
  });

  const request = (command: string, args: string[], more: Partial<ProcessRequest> = {}): ProcessRequest => ({
    command,
    args,
    cwd: bench.folder,
    env: {},
    terminal: null,
    ...more,
  });
  const start = (command: string, args: string[], more: Partial<ProcessRequest> = {}) =>
    bench.machine.processes.start(request(command, args, more));
  const sh = (script: string, more: Partial<ProcessRequest> = {}) => start('sh', ['-c', script], more);
  const run = (command: string, args: string[], more: Partial<ProcessRequest> = {}) =>
    collect(bench.machine.processes, request(command, args, more), { clock: bench.ports.clock, milliseconds: 1_000 });

  test('exit codes and both streams are the program’s own', async () => {
    expect(await run('sh', ['-c', 'printf out; printf err >&2; exit 42'])).toEqual({
      stdout: 'out',
      stderr: 'err',
      end: { type: 'exited', code: 42 },
    });
    expect(await run('true', [])).toEqual({ stdout: '', stderr: '', end: { type: 'exited', code: 0 } });
  });

  test('arguments, folder and environment arrive unchanged', async () => {
    const word = fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replaceAll('\0', ''));
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 5 }), word, async (args, value) => {
        const script = `printf '%s\\0' "$VALUE" "$@"`;
        const { stdout } = await run('sh', ['-c', script, 'sh', ...args], { env: { VALUE: value } });
        expect(stdout).toBe([value, ...args].map((text) => `${text}\0`).join(''));
      }),
      { numRuns: 15 },
    );
    const folder = join(bench.folder, `it's a "folder" \\ $HOME`);
    await bench.machine.files.makeFolder(folder, true);
    expect((await run('pwd', [], { cwd: folder })).stdout).toBe(`${folder}\n`);
    expect((await run('printenv', ['odd-name'], { env: { 'odd-name': 'x y' } })).stdout).toBe('x y\n');
  });

  test('a program or folder that is not there is said so', async () => {
    await expect(start('devonz-no-such-program', [])).rejects.toMatchObject({
      code: 'ENOENT',
      message: 'spawn devonz-no-such-program ENOENT',
    });
    await expect(start('true', [], { cwd: join(bench.folder, 'missing') })).rejects.toMatchObject({
      code: 'ENOENT',
      message: 'spawn true ENOENT',
    });
    await expect(start('true', ['x'.repeat(200_000)])).rejects.toMatchObject({ code: 'E2BIG' });
    await expect(start('true', ['a\0b'])).rejects.toThrow('null byte');
  });

  test('input is passed on and ends', async () => {
    const cat = await start('cat', []);
    const output = new OutputReader(cat);
    await cat.write(Buffer.from('one\n'));
    await output.until(/one\n/);
    await cat.write(Buffer.from('two'));
    cat.closeInput();
    expect(await cat.end).toEqual({ type: 'exited', code: 0 });
    await output.ended;
    expect(output.text.stdout).toBe('one\ntwo');
    await expect(cat.write(Buffer.from('x'))).rejects.toMatchObject({ code: 'EPIPE' });
  });

  test('a terminal has its size, its changes of size, and one stream', async () => {
    const process = await sh('stty size; read a; stty size; echo err >&2; exit 5', { terminal: size });
    const output = new OutputReader(process);
    await output.until(/33 91\r\n/);
    process.resize({ columns: 120, rows: 50 });
    await process.write(Buffer.from('\n'));
    await output.until(/50 120\r\nerr\r\n/);
    expect(await process.end).toEqual({ type: 'exited', code: 5 });
    await output.ended;
    expect(output.text.stdout).toMatch(/^33 91\r\n/);
    expect(output.text.stderr).toBe('');
  });

  test.each([{ terminal: null }, { terminal: size }])('a signal ends a program and all that it started (%o)', async ({ terminal }) => {
    const process = await sh('sleep 1000 & echo $!; (sleep 1001 & echo $!; wait) & wait', { terminal });
    const output = new OutputReader(process);
    const text = await output.until(/\d+\s+\d+\s/);
    const pids = text.trim().split(/\s+/).map(Number);
    process.signal('SIGTERM');
    expect(await process.end).toEqual({ type: 'killed', signal: 'SIGTERM' });
    await output.ended;
    await haveEnded(pids);
  });

  test('a program that ignores the polite signals is ended by force', async () => {
    const process = await sh(`trap '' TERM HUP INT; echo ready; while :; do sleep 1000; done`);
    const output = new OutputReader(process);
    await output.until(/ready/);
    process.signal('SIGTERM');
    process.signal('SIGKILL');
    expect(await process.end).toEqual({ type: 'killed', signal: 'SIGKILL' });
  });

  test('an interrupt reaches what is in the foreground of a terminal, and not its shell', async () => {
    const process = await start('sh', ['-i'], { terminal: size, env: { PS1: 'ready> ', ENV: '' } });
    const output = new OutputReader(process);
    await output.until(/ready> /);
    await process.write(Buffer.from(`sh -c 'echo run"n"ing; exec sleep 1000'\n`));
    await output.until(/running\r\n/);
    process.signal('SIGINT');
    await output.until(/running\r\n[\s\S]*ready> $/);
    await process.write(Buffer.from('exit 9\n'));
    expect(await process.end).toEqual({ type: 'exited', code: 9 });
  });
});
