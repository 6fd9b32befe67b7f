import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Program } from '../../abi/program.ts';
import type { SignalName } from '../../abi/system-calls.ts';
import { createTestKernel } from '../../kernel/testing/create-test-kernel.ts';
import { npmProgram } from '../npm/npm-program.ts';
import { coreutilsProgram } from './coreutils-program.ts';
import { jshProgram } from './jsh-program.ts';

/** `node forever`, `node stubborn` (ignores SIGTERM), `node 3` (ends with 3), `node parent` (waits for its own `node forever`). */
const node: Program = async ({ args, env, cwd, system }) => {
  const [, mode = ''] = args;
  const say = (text: string) => system.sync('write', 1, new TextEncoder().encode(`${text}\n`), null);
  if (/^\d+$/.test(mode)) return Number(mode);
  if (mode === 'stubborn') {
    system.sync('handleSignals', ['SIGTERM']);
    system.onPush((push) => push.type === 'signal' && say(`not by ${push.signal}`));
  }
  if (mode === 'parent') system.sync('spawn', { file: 'node', args: ['node', 'forever'], env, cwd, stdio: [null, null, null] });
  say('begun');
  return new Promise(() => {});
};

function machine() {
  return createTestKernel({
    programs: { jsh: jshProgram, coreutils: coreutilsProgram, node },
    files: { '/home/project/elf': '\x7fELF\x02\x01\x01\0\0\0' },
  });
}

async function run(script: string): Promise<string> {
  const { stdout, stderr, exitCode } = await machine().run(['bash', '-c', script], { env: { PATH: '/usr/local/bin:/usr/bin:/bin' } });
  return `${stdout}${stderr}${exitCode}`;
}

/** Turns of the event loop after which only a timer can cause further activity. */
const QUIET_TURNS = 200;

/** Like `run`, but a timer fires only once everything that needs no timer is done, however long a busy machine takes. */
async function runInQuietTime(script: string): Promise<string> {
  let isOver = false;
  const result = run(script).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    for (let turn = 0; turn < QUIET_TURNS && !isOver; turn++) await new Promise((resolve) => setImmediate(resolve));
    if (!isOver && vi.getTimerCount() > 0) vi.advanceTimersToNextTimer();
  }
  return result;
}

describe('timeout', () => {
  // Loading a program for the first time reads files outside this thread's event loop.
  beforeAll(() => run('timeout 5 env A=1 nice -n 5 node 3; echo 3 | xargs node; pgrep x; sleep 0 | cat'));
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  it.each([
    ['timeout 0.3 node forever; echo $?', 'begun\n124\n0'],
    ['timeout -s KILL 0.3 node forever; echo $?', 'begun\n137\n0'],
    ['timeout --preserve-status 0.3 node forever; echo $?', 'begun\n143\n0'],
    ['timeout --preserve-status -s INT 0.05 sleep 5; echo $?', '130\n0'],
    ['timeout -k 0.05 0.05 node stubborn; echo $?', 'begun\nnot by SIGTERM\n137\n0'],
    ['timeout --foreground 0.3 node forever; echo $?', 'begun\n124\n0'],
    ['timeout 0.05 sleep 5; echo $?', '124\n0'],
    ['timeout 5 node 3; echo $?', '3\n0'],
    ['timeout 0 node 3; echo $?', '3\n0'],
    ['timeout 60d node 3; echo $?', '3\n0'],
    ['timeout 0.3 timeout 5 node forever; echo $?', 'begun\n124\n0'],
    ['timeout 5 timeout 0.3 node forever; echo $?', 'begun\n124\n0'],
    ['timeout 0.3 env A=1 nice -n 5 node forever; echo $?', 'begun\n124\n0'],
    ['echo forever | timeout 0.3 xargs node; echo $?', 'begun\n124\n0'],
    ["timeout 0.05 sh -c 'node forever; echo not reached'; echo $?", 'begun\n124\n0'],
    ['x=$(timeout 0.3 node forever); echo $x $?', 'begun 124\n0'],
    ['timeout 0.3 node forever | cat; echo ${PIPESTATUS[0]}', 'begun\n124\n0'],
    ['timeout 1 no-such-command; echo $?', "127\ntimeout: failed to run command 'no-such-command': No such file or directory\n0"],
    ['timeout nonsense node 3 2>/dev/null; echo $?', '125\n0'],
    ['timeout -s NOSUCH 1 node 3 2>/dev/null; echo $?', '125\n0'],
  ])('%s', async (script, expected) => {
    expect(await runInQuietTime(script)).toBe(expected);
  });

  it('ends what starts only after its time was up', async () => {
    // About the time needed to look up the command.
    for (let milliseconds = 1; milliseconds <= 12; milliseconds += 1) {
      const script = `timeout ${milliseconds / 1000} env A=1 nice -n 5 node forever > /dev/null; echo $?`;
      expect([milliseconds, await runInQuietTime(script)]).toEqual([milliseconds, '124\n0']);
    }
  });

  it('ends what the command has started, too', async () => {
    expect(await runInQuietTime("timeout 0.05 node parent; pgrep -f '^node forever'; echo $?")).toBe('begun\n1\n0');
  });
});

describe('a command that waits for another', () => {
  it.each([
    ['node forever & sleep 0.05; kill $!; wait $!; echo $?', 'begun\n143\n0'],
    ['env node forever & sleep 0.05; kill -9 $!; wait $!; echo $?', 'begun\n137\n0'],
    ['exec node 3', '3'],
    ['exec env A=1 node 3; echo not reached', '3'],
    ["sh -c 'node 3'; echo $?", '3\n0'],
    ['sh -c \'trap "echo bye" EXIT; node 3\'; echo $?', 'bye\n3\n0'],
    ["sh -c 'node 3 && true || node 4'; echo $?", '4\n0'],
    ["trap 'echo caught' TERM; node forever & p=$!; (sleep 0.05; kill $$) & wait $p; kill $p; echo end", 'begun\ncaught\nend\n0'],
  ])('%s', async (script, expected) => {
    expect(await run(script)).toBe(expected);
  });

  /** Starts a command as Node's `spawn` does, kills it, and returns the remaining processes and the signal that ended it. */
  async function killed(argv: string[], signal: SignalName): Promise<{ left: string[]; signal: SignalName | null }> {
    const result = { left: [] as string[], signal: null as SignalName | null };
    const driver: Program = async ({ system, env, cwd }) => {
      const [readEnd, writeEnd] = system.sync('pipe');
      const pid = system.sync('spawn', { file: argv[0] ?? '', args: argv, env, cwd, stdio: [null, writeEnd, null] });
      await system.async('read', readEnd, 100, null);
      system.sync('kill', pid, signal);
      result.signal = (await system.async('wait', pid)).signal;
      result.left = system.sync('listProcesses').flatMap(({ command }) => (command.includes('forever') ? [command] : []));
      return 0;
    };
    const programs = { jsh: jshProgram, coreutils: coreutilsProgram, node, npm: driver };
    await createTestKernel({ programs }).run(['npm'], { env: { PATH: '/usr/local/bin:/usr/bin:/bin' } });
    return result;
  }

  it.each([
    [['sh', '-c', 'node forever'], 'SIGTERM'],
    [['sh', '-c', 'true && node forever'], 'SIGKILL'],
    [['sh', '-c', 'exec node forever'], 'SIGTERM'],
    [['sh', '-c', 'A=1 env B=2 nohup node forever'], 'SIGINT'],
    [['env', 'A=1', 'node', 'forever'], 'SIGKILL'],
    [['nice', '-n', '3', 'node', 'forever'], 'SIGTERM'],
  ] as const)('%j leaves nothing behind when it is killed by %s', async (argv, signal) => {
    expect(await killed([...argv], signal)).toEqual({ left: [], signal });
  });

  it('passes on what npm is sent while it runs a script', async () => {
    const seen: (SignalName | number | null)[] = [];
    const driver: Program = async ({ system, env, cwd }) => {
      const [readEnd, writeEnd] = system.sync('pipe');
      const pid = system.sync('spawn', { file: 'npm', args: ['npm', 'run', '--silent', 'serve'], env, cwd, stdio: [null, writeEnd, null] });
      await system.async('read', readEnd, 100, null);
      system.sync('kill', pid, 'SIGTERM');
      const { exitCode } = await system.async('wait', pid);
      seen.push(exitCode, system.sync('listProcesses').filter(({ command }) => command.includes('forever')).length);
      return 0;
    };
    const files = { '/home/project/package.json': '{"name":"a","scripts":{"serve":"node forever"}}' };
    const programs = { jsh: jshProgram, coreutils: driver, node, npm: npmProgram };
    await createTestKernel({ programs, files }).run(['ls'], { env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/home/project' } });
    expect(seen).toEqual([143, 0]);
  });

  it('passes on what timeout is sent', async () => {
    expect(await killed(['timeout', '60', 'node', 'forever'], 'SIGTERM')).toEqual({ left: [], signal: null });
  });
});

describe('ps', () => {
  /** Numbers, and the number of spaces between two columns, vary from run to run. */
  const shape = (text: string) => text.replace(/\d+(?::\d\d)*/g, '1').replace(/ +/g, ' ');
  it.each([
    ['-A -o ppid,pid', ' PPID PID\n 1 1\n1'],
    ['-A -o ppid= -o comm=', ' 1 bash\n1'],
    ['-ef', 'UID PID PPID C STIME TTY TIME CMD\nroot 1 1 1 1 pts/1 1 bash -c ps -ef; true\n1'],
    ['aux', 'USER PID %CPU %MEM VSZ RSS TTY STAT START TIME COMMAND\nroot 1 1.1 1.1 1 1 pts/1 S 1 1 bash -c ps aux; true\n1'],
    ['-p 1', ' PID TTY TIME CMD\n1'],
    ['-o nonsense', 'ps: error: unknown user-defined format specifier "nonsense"\n1'],
  ])('%s', async (options, expected) => {
    expect(shape(await run(`ps ${options}; true`))).toBe(expected);
  });
});

it('machine code is refused in words', async () => {
  expect(await run('chmod +x elf; ./elf; echo $?')).toBe(
    '126\njsh: ./elf: cannot execute binary file: this machine runs JavaScript and WebAssembly\n0',
  );
});
