import { describe, expect, it } from 'vitest';
import type { Program } from '../../abi/program.ts';
import { createTestKernel } from './create-test-kernel.ts';

const text = (value: string) => new TextEncoder().encode(value);

const cat: Program = async ({ system }) => {
  for (;;) {
    const chunk = await system.async('read', 0, 65_536, null);
    if (chunk.byteLength === 0) return 0;
    await system.async('write', 1, chunk, null);
  }
};

describe('createTestKernel', () => {
  it('runs a program over its standard input and gives its exit code', async () => {
    const { run } = createTestKernel({ programs: { coreutils: cat } });
    expect(await run(['cat'], { stdin: 'hello\n' })).toEqual({ exitCode: 0, stdout: 'hello\n', stderr: '' });
  });

  it('prints the stack of an uncaught error on standard error and ends with 1', async () => {
    const { run } = createTestKernel({
      programs: {
        node: async () => {
          throw new Error('planted');
        },
      },
    });
    const result = await run(['node']);
    expect(result.exitCode).toBe(1);
    expect(result.stderr).toContain('planted');
  });

  it('refuses a synchronous call that would have to wait', async () => {
    const { run } = createTestKernel({ programs: { node: async ({ system }) => system.sync('wait', -1).pid } });
    expect((await run(['node'])).stderr).toContain('no child processes');
    const blocked = createTestKernel({
      programs: {
        node: async ({ system }) => {
          const [readEnd] = system.sync('pipe');
          system.sync('read', readEnd, 1, null);
          return 0;
        },
      },
    });
    expect((await blocked.run(['node'])).stderr).toContain('would block: read');
  });

  it('lets a program start another through a pipe and wait for it', async () => {
    const { run, fileSystem } = createTestKernel({
      files: { '/home/project/in.txt': 'from a file' },
      programs: {
        coreutils: cat,
        jsh: async ({ system, env, cwd }) => {
          const [readEnd, writeEnd] = system.sync('pipe');
          const input = system.sync('open', `${cwd}/in.txt`, 0, 0);
          const pid = system.sync('spawn', { file: 'cat', args: ['cat'], env, cwd, stdio: [input, writeEnd, 2] });
          system.sync('close', writeEnd);
          const data = await system.async('read', readEnd, 100, null);
          expect(await system.async('read', readEnd, 100, null)).toHaveLength(0);
          const { exitCode } = await system.async('wait', pid);
          system.sync('writeFile', `${cwd}/out.txt`, data, 0o1100, 0o644);
          return exitCode ?? 1;
        },
      },
    });
    expect((await run(['sh'])).exitCode).toBe(0);
    expect(new TextDecoder().decode(fileSystem.readFile('/home/project/out.txt'))).toBe('from a file');
  });

  it('ends the foreground program on Ctrl-C as a shell sees it', async () => {
    const { start } = createTestKernel({ programs: { coreutils: cat } });
    const session = start(['cat'], { terminal: { columns: 80, rows: 24 } });
    session.write(text('\x03'));
    expect(await session.exit).toEqual({ pid: session.pid, exitCode: null, signal: 'SIGINT' });
  });
});
