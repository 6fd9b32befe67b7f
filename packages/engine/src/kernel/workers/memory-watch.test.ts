import { expect, test } from 'vitest';
import type { Program } from '../../abi/program.ts';
import type { Process } from '../processes/process.ts';
import { createTestKernel } from '../testing/create-test-kernel.ts';
import { MemoryWatch } from './memory-watch.ts';

const MB = 1024 * 1024;

/** A kernel with one running program, and a watch whose clock and samples the test controls. */
async function setUp() {
  const started: (() => void)[] = [];
  const program: Program = () => {
    for (const tell of started) tell();
    return new Promise<number>(() => {});
  };
  const { kernel, run } = createTestKernel({
    programs: { jsh: program },
    limits: { maxProcessMemoryBytes: 100 * MB, maxTotalMemoryBytes: 150 * MB },
  });
  const asked: string[] = [];
  let next: (() => void) | null = null;
  const owners = new Map<number, Process>();
  const watch = new MemoryWatch({
    kernel: () => kernel,
    owner: (worker) => owners.get(worker),
    ask: () => asked.push('asked'),
    schedule(work, milliseconds) {
      asked.push(`after ${milliseconds}`);
      next = work;
      return () => {
        next = null;
      };
    },
  });
  const begin = async () => {
    const running = new Promise<void>((resolve) => started.push(resolve));
    const ended = run(['sh']);
    await running;
    const process = kernel.processes.list().at(-1);
    if (process === undefined) throw new Error('Nothing runs.');
    return { process, ended };
  };
  return { watch, asked, owners, begin, pass: () => next?.(), isScheduled: () => next !== null };
}

test('nothing is asked of the browser while nothing runs, and nothing after the end', async () => {
  const { watch, asked, begin, pass, isScheduled } = await setUp();
  watch.start();
  pass();
  expect(asked).toEqual(['after 20000', 'after 20000']);
  await begin();
  pass();
  expect(asked.at(-1)).toBe('asked');
  watch.stop();
  expect(isScheduled()).toBe(false);
});

test('a process that holds too much ends as Node does, and nothing else does', async () => {
  const { watch, owners, begin } = await setUp();
  const leaking = await begin();
  const other = await begin();
  owners.set(1, other.process).set(2, leaking.process).set(3, leaking.process);
  watch.receive([
    [1, 20 * MB],
    [2, 60 * MB],
    [3, 50 * MB],
    [9, 500 * MB],
  ]);
  const { exitCode, stderr } = await leaking.ended;
  expect(exitCode).toBe(134);
  expect(stderr).toContain('FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory');
  expect(stderr).toContain('110 MB');
  expect(other.process.exitStatus).toBeNull();
});

test('when all together hold too much the largest ends', async () => {
  const { watch, owners, begin } = await setUp();
  const [small, large] = [await begin(), await begin()];
  owners.set(1, small.process).set(2, large.process);
  watch.receive([
    [1, 70 * MB],
    [2, 90 * MB],
  ]);
  expect((await large.ended).exitCode).toBe(134);
  expect(small.process.exitStatus).toBeNull();
});

test('the next sample is asked for soon when a process has come close', async () => {
  const { watch, asked, owners, begin } = await setUp();
  const { process } = await begin();
  owners.set(1, process);
  watch.receive([[1, 40 * MB]]);
  watch.receive([[1, 60 * MB]]);
  expect(asked).toEqual(['after 20000', 'after 1000']);
});
