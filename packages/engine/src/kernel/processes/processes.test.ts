import { describe, expect, it } from 'vitest';
import type { Program, ProgramContext } from '../../abi/program.ts';
import type { SpawnOptions } from '../../abi/system-calls.ts';
import { createTestKernel } from '../testing/create-test-kernel.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Runs `script` as `jsh`; `node` runs the program named by its first argument. */
function createMachine(script: Program, others: Record<string, Program> = {}, limits = {}) {
  return createTestKernel({
    limits,
    programs: { jsh: script, node: (context) => others[context.args[1] ?? '']?.(context) ?? Promise.resolve(0) },
  });
}

function spawn({ system, env, cwd }: ProgramContext, name: string, options: Partial<SpawnOptions> = {}): number {
  return system.sync('spawn', { file: 'node', args: ['node', name], env, cwd, stdio: [0, 1, 2], ...options });
}

async function codeOf(operation: Promise<unknown>): Promise<string> {
  return operation.then(
    () => 'nothing was thrown',
    (error: { code: string }) => error.code,
  );
}

const forever: Program = () => new Promise<number>(() => {});

describe('a pipe', () => {
  it('makes a writer wait until a reader has made room, and loses nothing', async () => {
    const { run } = createMachine(
      async (context) => {
        const { system } = context;
        const [readEnd, writeEnd] = system.sync('pipe');
        spawn(context, 'writer', { stdio: [null, writeEnd, 2] });
        system.sync('close', writeEnd);
        let sum = 0;
        for (;;) {
          const chunk = await system.async('read', readEnd, 1000, null);
          if (chunk.byteLength === 0) break;
          for (const byte of chunk) sum += byte;
        }
        return sum === 3 * 100_000 ? 0 : 1;
      },
      {
        writer: async ({ system }) => {
          await system.async('write', 1, new Uint8Array(100_000).fill(3), null);
          return 0;
        },
      },
      { pipeBytes: 4096 },
    );
    expect((await run(['sh'])).exitCode).toBe(0);
  });

  it('ends its writer when nobody reads any more, unless that handles SIGPIPE', async () => {
    const { run } = createMachine(
      async (context) => {
        const { system } = context;
        const codes: string[] = [];
        for (const name of ['plain', 'careful']) {
          const [readEnd, writeEnd] = system.sync('pipe');
          const pid = spawn(context, name, { stdio: [null, writeEnd, 2] });
          system.sync('close', writeEnd);
          system.sync('close', readEnd);
          const { exitCode, signal } = await system.async('wait', pid);
          codes.push(String(signal ?? exitCode));
        }
        await system.async('write', 1, bytes(codes.join(' ')), null);
        return 0;
      },
      {
        plain: async ({ system }) => {
          await system.async('write', 1, bytes('x'), null);
          return 0;
        },
        careful: async ({ system }) => {
          system.sync('handleSignals', ['SIGPIPE']);
          return (await codeOf(system.async('write', 1, bytes('x'), null))) === 'EPIPE' ? 9 : 1;
        },
      },
    );
    expect((await run(['sh'])).stdout).toBe('SIGPIPE 9');
  });

  it('does not lose to a dead reader what a living one waits for', async () => {
    const { run } = createMachine(
      async (context) => {
        const { system } = context;
        const [readEnd, writeEnd] = system.sync('pipe');
        const pid = spawn(context, 'reader', { stdio: [readEnd, 1, 2] });
        // It reports once it is about to read.
        await system.async('read', 0, 1, null);
        system.sync('kill', pid, 'SIGKILL');
        system.sync('write', writeEnd, bytes('for the living'), null);
        const data = await system.async('read', readEnd, 100, null);
        await system.async('write', 1, data, null);
        return 0;
      },
      {
        reader: async ({ system }) => {
          await system.async('read', 0, 100, null);
          return 0;
        },
      },
    );
    expect((await run(['sh'], { stdin: 'go' })).stdout).toBe('for the living');
  });

  it('calls a read off when its descriptor is closed', async () => {
    const { run } = createMachine(async ({ system }) => {
      const [readEnd] = system.sync('pipe');
      const reading = codeOf(system.async('read', readEnd, 1, null));
      await Promise.resolve();
      system.sync('close', readEnd);
      return (await reading) === 'EBADF' ? 0 : 1;
    });
    expect((await run(['sh'])).exitCode).toBe(0);
  });
});

describe('wait', () => {
  it('knows no child that is not one, and each child once', async () => {
    const { run } = createMachine(async (context) => {
      const { system } = context;
      const pid = spawn(context, 'any');
      const first = await system.async('wait', -1);
      const second = await codeOf(system.async('wait', pid));
      const third = await codeOf(system.async('wait', -1));
      return first.pid === pid && second === 'ECHILD' && third === 'ECHILD' ? 0 : 1;
    });
    expect((await run(['sh'])).exitCode).toBe(0);
  });
});

describe('a wait with an end', () => {
  it('answers null while the child runs, and its status once it has ended', async () => {
    const { run } = createMachine(
      async (context) => {
        const { system } = context;
        const pid = spawn(context, 'any');
        const early = await system.async('waitAtMost', pid, 1);
        system.sync('kill', pid, 'SIGTERM');
        const late = await system.async('waitAtMost', pid, 10_000);
        const missing = await codeOf(system.async('waitAtMost', pid, 1));
        return early === null && late?.signal === 'SIGTERM' && missing === 'ECHILD' ? 0 : 1;
      },
      { any: () => new Promise<number>(() => {}) },
    );
    expect((await run(['sh'])).exitCode).toBe(0);
  });
});

describe('signals', () => {
  it('end a process that does not handle them, and are pushed to one that does', async () => {
    const { run } = createMachine(
      async (context) => {
        const { system } = context;
        const victim = spawn(context, 'forever');
        const handler = spawn(context, 'handler', { isGroupLeader: true });
        await system.async('read', 0, 1, null);
        system.sync('kill', victim, 'SIGTERM');
        system.sync('kill', -handler, 'SIGINT');
        const ended = await system.async('wait', victim);
        const handled = await system.async('wait', handler);
        return ended.signal === 'SIGTERM' && handled.exitCode === 42 ? 0 : 1;
      },
      {
        forever,
        handler: ({ system }) => {
          system.sync('handleSignals', ['SIGINT']);
          return new Promise((resolve) => system.onPush((push) => push.type === 'signal' && resolve(42)));
        },
      },
    );
    expect((await run(['sh'], { stdin: 'go' })).exitCode).toBe(0);
  });

  it('find nobody where nobody is', async () => {
    const { run } = createMachine(async ({ system, pid }) => {
      system.sync('kill', pid, null);
      const codes = [await codeOf(system.async('kill', 9999, null)), await codeOf(system.async('kill', 1, 'SIGKILL'))];
      return codes.join() === 'ESRCH,EPERM' ? 0 : 1;
    });
    expect((await run(['sh'])).exitCode).toBe(0);
  });
});

describe('the end of a session', () => {
  it('takes what was left running with it', async () => {
    const { run, kernel } = createMachine(
      async (context) => {
        spawn(context, 'forever');
        return 5;
      },
      { forever },
    );
    expect((await run(['sh'])).exitCode).toBe(5);
    expect(kernel.processes.list()).toEqual([]);
  });

  it('comes by kill even to a process that handles every signal', async () => {
    const { start, kernel } = createMachine(
      async ({ system }) => {
        system.sync('handleSignals', ['SIGTERM', 'SIGINT', 'SIGHUP']);
        await system.async('write', 1, bytes('ready'), null);
        return forever({} as ProgramContext);
      },
      {},
      { killGraceMilliseconds: 20 },
    );
    const session = start(['sh']);
    await session.readOutput();
    session.kill();
    expect((await session.exit).signal).toBe('SIGKILL');
    expect(kernel.processes.list()).toEqual([]);
  });
});

describe('bounds', () => {
  it('stop a program that starts programs without end', async () => {
    const { run } = createMachine(
      async (context) => {
        let started = 0;
        try {
          for (;;) {
            spawn(context, 'forever');
            started += 1;
          }
        } catch (error) {
          return (error as { code: string }).code === 'EAGAIN' ? started : 100;
        }
      },
      { forever },
      { maxProcesses: 8 },
    );
    expect((await run(['sh'])).exitCode).toBe(7);
  });

  it('leave room for others next to a session that starts processes without end', async () => {
    const { run } = createMachine(
      async (context) => {
        try {
          for (;;) spawn(context, 'forever');
        } catch {
          return context.system.sync('listProcesses').length;
        }
      },
      { forever },
      { maxProcesses: 8, maxSessionProcesses: 5 },
    );
    expect((await run(['sh'])).exitCode).toBe(5);
  });

  it('stop a program that opens descriptors without end', async () => {
    const { run } = createMachine(
      async ({ system }) => {
        try {
          for (;;) system.sync('duplicate', 1);
        } catch (error) {
          return (error as { code: string }).code === 'EMFILE' ? 0 : 1;
        }
      },
      {},
      { maxDescriptors: 20 },
    );
    expect((await run(['sh'])).exitCode).toBe(0);
  });
});

describe('/dev', () => {
  it('has null, zero, random and the names of descriptors', async () => {
    const { run } = createMachine(async ({ system }) => {
      const nothing = system.sync('open', '/dev/null', 2, 0);
      system.sync('write', nothing, bytes('gone'), null);
      const zeros = system.sync('read', system.sync('open', '/dev/zero', 0, 0), 3, null);
      const random = system.sync('read', system.sync('open', '/dev/urandom', 0, 0), 16, null);
      await system.async(
        'writeFile',
        '/dev/stderr',
        bytes(`${system.sync('read', nothing, 9, null).byteLength} ${zeros.join('')} ${random.byteLength}`),
        1,
        0,
      );
      await system.async('write', 1, await system.async('readFile', '/dev/stdin'), null);
      return 0;
    });
    expect(await run(['sh'], { stdin: 'all of it' })).toEqual({ exitCode: 0, stdout: 'all of it', stderr: '0 000 16' });
  });
});
