import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collect } from '../machine/collect.ts';
import type { Machine, MachineProcess, ProcessRequest } from '../machine/machine.ts';
import { haveEnded } from '../testing/have-ended.ts';
import { OutputReader } from '../testing/read-output.ts';
import { openSshMachine } from './ssh-machine.ts';
import { type Sshd, startSshd } from './testing/start-sshd.ts';
import { makeFolder } from './testing/test-machine.ts';
import { type TestPorts, testPorts } from './testing/test-ports.ts';

const started = await startSshd();
const servers: Sshd[] = typeof started === 'string' ? [] : [started];

test(typeof started === 'string' ? started : 'OpenSSH’s server is there', () => {
  expect(servers.length).toBeLessThan(2);
});

describe.each(servers)('OpenSSH’s server', (sshd) => {
  let machine: Machine;
  let ports: TestPorts;
  let folder: string;

  beforeAll(async () => {
    folder = await makeFolder();
    ports = testPorts({ files: { '/home/tester/.ssh/id_ed25519': sshd.key.privateText } });
    machine = await openSshMachine({ target: `${sshd.user}@127.0.0.1:${sshd.port}`, folder }, ports);
  });

  afterAll(async () => {
    await machine.close();
    await sshd.close();
    await fs.rm(folder, { recursive: true, force: true });
  });

  const at = (name: string) => join(folder, name);
  const request = (script: string, more: Partial<ProcessRequest> = {}): ProcessRequest => ({
    command: 'sh',
    args: ['-c', script],
    cwd: folder,
    env: {},
    terminal: null,
    ...more,
  });
  const run = (script: string, more: Partial<ProcessRequest> = {}) =>
    collect(machine.processes, request(script, more), { clock: ports.clock, milliseconds: 1_000 });

  test('runs 200 commands in a row, each with its exit code and both streams', async () => {
    const results = [];
    for (let index = 0; index < 200; index += 1) results.push(await run(`printf 'out ${index}'; printf 'err ${index}' >&2; exit ${index}`));
    expect(results).toEqual(
      results.map((_, index) => ({ stdout: `out ${index}`, stderr: `err ${index}`, end: { type: 'exited', code: index } })),
    );
  });

  test('replaces files in one step, keeps their mode, and makes links the right way round', async () => {
    await fs.writeFile(at('a'), '1');
    await fs.chmod(at('a'), 0o640);
    const before = (await fs.stat(at('a'))).ino;
    await machine.files.write(at('a'), Buffer.from('22'));
    const after = await fs.stat(at('a'));
    expect([await fs.readFile(at('a'), 'utf8'), after.mode & 0o7777, after.ino === before]).toEqual(['22', 0o640, false]);
    await machine.files.makeLink('a', at('l'));
    expect(await fs.readlink(at('l'))).toBe('a');
    await fs.symlink('/etc', at('out'));
    await fs.symlink('/etc/devonz-new', at('dangling'));
    await expect(machine.files.read(at('out/hostname'))).rejects.toMatchObject({ code: 'EACCES' });
    await expect(machine.files.write(at('dangling'), Buffer.from('x'))).rejects.toMatchObject({ code: 'EACCES' });
    expect((await machine.files.list(folder)).map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'a file',
      'dangling symlink',
      'l symlink',
      'out symlink',
    ]);
  });

  test('fails with Node’s codes', async () => {
    await fs.mkdir(at('folder/inner'), { recursive: true });
    await fs.mkdir(at('empty'));
    await fs.writeFile(at('file'), '');
    const code = (work: Promise<unknown>) =>
      work.then(
        () => 'none',
        (error: { code?: string }) => error.code,
      );
    expect(await code(machine.files.read(at('missing')))).toBe('ENOENT');
    expect(await code(machine.files.read(at('folder')))).toBe('EISDIR');
    expect(await code(machine.files.list(at('file')))).toBe('ENOTDIR');
    expect(await code(machine.files.makeFolder(at('file'), false))).toBe('EEXIST');
    expect(await code(machine.files.makeLink('x', at('folder')))).toBe('EISDIR');
    expect(await code(machine.files.rename(at('empty'), at('folder')))).toBe('ENOTEMPTY');
    expect(await code(machine.files.rename(at('missing'), at('x')))).toBe('ENOENT');
    expect(await machine.files.makeFolder(at('a1/b/c'), true)).toBe(at('a1'));
    await machine.files.remove(at('a1'), { isRecursive: true, isForced: false });
    expect(await code(machine.files.status(at('a1')))).toBe('ENOENT');
  });

  test('reads large files whole and in ranges', async () => {
    const bytes = Buffer.alloc(3_000_001, 'devonz');
    await fs.writeFile(at('large'), bytes);
    expect(Buffer.compare(await machine.files.read(at('large')), bytes)).toBe(0);
    expect(
      Buffer.compare(await machine.files.read(at('large'), { offset: 1_000_000, limit: 1_500_000 }), bytes.subarray(1_000_000, 2_500_000)),
    ).toBe(0);
    await machine.files.write(at('large2'), bytes);
    expect(Buffer.compare(await fs.readFile(at('large2')), bytes)).toBe(0);
  });

  test('has terminals with a size, and hangs up what is in a closed one', async () => {
    const process = await machine.processes.start(
      request('stty size; read a; stty size; sleep 1000 & echo $!; wait', { terminal: { columns: 91, rows: 33 } }),
    );
    const output = new OutputReader(process);
    await output.until(/33 91\r\n/);
    process.resize({ columns: 120, rows: 50 });
    await process.write(Buffer.from('\n'));
    const text = await output.until(/50 120\r\n\d+\r\n/);
    const pid = Number(/(\d+)\r\n$/.exec(text)?.[1]);
    process.signal('SIGTERM');
    expect(await process.end).toEqual({ type: 'killed', signal: 'SIGTERM' });
    await output.ended;
    await haveEnded([pid]);
  });

  test('ends a program and what it started, though it answers no signal request', async () => {
    const process = await machine.processes.start(request('sleep 1000 & echo $!; wait'));
    const output = new OutputReader(process);
    const pid = Number(await output.until(/\d+\n/));
    process.signal('SIGKILL');
    expect(await process.end).toEqual({ type: 'killed', signal: 'SIGKILL' });
    await output.ended;
    await haveEnded([pid]);
  });

  test('allows ten channels; what is refused says so, and all that runs is stopped', async () => {
    const running: MachineProcess[] = [];
    let refusal = '';
    while (refusal === '' && running.length < 20) {
      await machine.processes.start(request('sleep 1000')).then(
        (process) => running.push(process),
        (error: Error) => {
          refusal = error.message;
        },
      );
    }
    expect(refusal).toContain('MaxSessions');
    for (const process of running) process.signal('SIGTERM');
    expect(await Promise.all(running.map(({ end }) => end))).toEqual(running.map(() => ({ type: 'killed', signal: 'SIGTERM' })));
  });
});
