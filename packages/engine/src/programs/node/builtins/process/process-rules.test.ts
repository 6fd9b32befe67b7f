import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../../../abi/program.ts';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from '../../testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadNodeProgram();
});

const run = (...args: string[]) => createTestKernel({ programs: { node } }).run(['node', ...args]);

describe('how a process ends', () => {
  it.each([
    [
      'with 7 when the handler of an error throws',
      "process.on('uncaughtException', () => { throw new Error('second') }); throw new Error('first')",
      7,
    ],
    ['with 7 when the monitor of errors throws', "process.on('uncaughtExceptionMonitor', () => { absent() }); throw new Error('first')", 7],
    ['with 6 when nothing handles errors any more', "process._fatalException = undefined; throw new Error('first')", 6],
    [
      'with what a tool in the place of the handler says',
      "process._fatalException = () => true; process.exitCode = 3; throw new Error('first')",
      3,
    ],
    ['though process.reallyExit has been replaced', 'process.reallyExit = () => {}; process.exit(4)', 4],
  ])('%s', async (_case, code, exitCode) => {
    expect((await run('-e', code)).exitCode).toBe(exitCode);
  });

  it('tells of beforeExit once when nothing that holds it has begun, and again when something has run', async () => {
    const unreferenced = "process.on('beforeExit', () => { console.log('before'); setTimeout(() => console.log('never'), 1).unref(); })";
    expect((await run('-e', unreferenced)).stdout).toBe('before\n');
    const referenced = "let count = 0; process.on('beforeExit', () => { console.log('before'); if (++count < 3) setImmediate(() => {}); })";
    expect((await run('-e', referenced)).stdout).toBe('before\nbefore\nbefore\n');
  });
});

describe('process', () => {
  it('refuses what Node refuses', async () => {
    const code = `
      const refused = (call) => { try { console.log('nothing', call()); } catch (error) { console.log(String(error)); } };
      refused(() => process.hrtime(1));
      refused(() => process.hrtime([1]));
      refused(() => process.umask({}));
      refused(() => process.umask('12x'));
      refused(() => process.cpuUsage([]));
      refused(() => process.setSourceMapsEnabled());
      refused(() => process.kill(1, 'SIGNO'));
    `;
    expect((await run('-e', code)).stdout.trim().split('\n')).toEqual([
      'TypeError [ERR_INVALID_ARG_TYPE]: The "time" argument must be an instance of Array. Received type number (1)',
      'RangeError [ERR_OUT_OF_RANGE]: The value of "time" is out of range. It must be 2. Received 1',
      'TypeError [ERR_INVALID_ARG_TYPE]: The "mask" argument must be of type number. Received an instance of Object',
      "TypeError [ERR_INVALID_ARG_VALUE]: The argument 'mask' must be a 32-bit unsigned integer or an octal string. Received '12x'",
      'TypeError [ERR_INVALID_ARG_TYPE]: The "prevValue" argument must be of type object. Received an instance of Array',
      'TypeError [ERR_INVALID_ARG_TYPE]: The "enabled" argument must be of type boolean. Received undefined',
      'TypeError [ERR_UNKNOWN_SIGNAL]: Unknown signal: SIGNO',
    ]);
  });

  it('says what it was started with and what it may be started with', async () => {
    const code = `
      const flags = process.allowedNodeEnvironmentFlags;
      flags.add('--cheese');
      console.log(process.title, process.argv0, ['--perf_basic-prof', 'r', '--stack-trace-limit=9', '--r', '--cheese'].map((flag) => flags.has(flag)).join());
      console.log([...flags].includes('--max-old-space-size'), flags.size > 200, Object.isFrozen(flags));
      const [first, later] = [process.hrtime(), process.hrtime([0, 999_999_999])];
      console.log(first.length, later[1] >= 0);
      process.env[''] = 'x';
      console.log('' in process.env, structuredClone(process.env).A);
      process.env.OBJECT = {};
    `;
    const { stdout, stderr } = await createTestKernel({ programs: { node } }).run(
      ['node', '--title=named', '--pending-deprecation', '-e', code],
      {
        env: { A: '1' },
      },
    );
    expect(stdout).toBe('named node true,true,true,false,false\ntrue true true\n2 true\nfalse 1\n');
    expect(stderr).toContain('[DEP0104] DeprecationWarning: Assigning any value other than a string, number, or boolean');
  });

  it('names the timer that is running among what is active', async () => {
    const code = `
      const count = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
      const interval = setInterval(() => { console.log(count()); clearInterval(interval); console.log(count()); }, 1);
    `;
    expect((await run('-e', code)).stdout).toBe('1\n0\n');
  });
});
