import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collect } from './processes/collect.ts';
import { openTestMachine, type TestMachine } from './testing/test-machine.ts';

describe('a machine over SSH', () => {
  let test1: TestMachine;
  beforeAll(async () => {
    test1 = await openTestMachine();
  });
  afterAll(() => test1.close());

  test('says what it is', () => {
    const { facts } = test1.machine;
    expect(facts).toMatchObject({
      kind: 'ssh',
      platform: 'linux',
      shell: '/bin/sh',
      folder: test1.folder,
      home: test1.folder,
      hasTerminal: true,
    });
    expect(facts.host).toMatch(/^\w+@127\.0\.0\.1$/);
    expect(facts.system).not.toBe('');
  });

  test('runs a program with both streams and its exit code', async () => {
    const { machine, folder, ports } = test1;
    const request = { command: 'sh', args: ['-c', 'printf out; printf err >&2; exit 3'], cwd: folder, env: {}, terminal: null };
    const result = await collect(machine.processes, request, { clock: ports.clock, milliseconds: 1_000 });
    expect(result).toEqual({ stdout: 'out', stderr: 'err', end: { type: 'exited', code: 3 } });
  });

  test('reads, writes and lists files', async () => {
    const { machine, folder } = test1;
    await machine.files.write(join(folder, 'a.txt'), Buffer.from('hello'));
    expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('hello');
    expect(Buffer.from(await machine.files.read(join(folder, 'a.txt'))).toString()).toBe('hello');
    await mkdir(join(folder, 'd'));
    await symlink('a.txt', join(folder, 'l'));
    await writeFile(join(folder, 'd', 'x'), '');
    expect(await machine.files.list(folder)).toEqual([
      { name: 'a.txt', kind: 'file' },
      { name: 'd', kind: 'directory' },
      { name: 'l', kind: 'symlink' },
    ]);
  });
});
