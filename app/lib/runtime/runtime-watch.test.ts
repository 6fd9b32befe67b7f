import { expect, test } from 'vitest';
import { watchRuntime } from './runtime-watch.ts';

/** A runtime and a clock controlled by the test; `run(seconds)` advances the clock by that many ticks, each on time. */
function setUp() {
  const log: string[] = [];
  let time = 0;
  let next: (() => void) | null = null;
  let isGone = false;
  let answer: (() => void) | null = null;
  let isDeaf = false;
  const stop = watchRuntime({
    isGone: () => isGone,
    probe: () => (isDeaf ? new Promise<void>((resolve) => (answer = resolve)) : Promise.resolve()),
    now: () => time,
    schedule(work) {
      next = work;
      return () => {
        next = null;
      };
    },
    onGone: () => log.push('gone'),
    onSilence: (isSilent) => log.push(isSilent ? 'silent' : 'answers'),
  });
  const tick = async (milliseconds: number) => {
    time += milliseconds;
    const work = next;
    next = null;
    work?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  return {
    log,
    stop,
    tick,
    async run(seconds: number) {
      for (let second = 0; second < seconds; second++) await tick(1000);
    },
    isScheduled: () => next !== null,
    crash: () => (isGone = true),
    goDeaf: () => (isDeaf = true),
    async hearAgain() {
      answer?.();
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

test('a frame whose process has ended is noticed within a second, once', async () => {
  const { run, crash, log, isScheduled } = setUp();
  await run(5);
  crash();
  await run(3);
  expect(log).toEqual(['gone']);
  expect(isScheduled()).toBe(false);
});

test('a runtime that answers is never called silent', async () => {
  const { run, log } = setUp();
  await run(600);
  expect(log).toEqual([]);
});

test('one that stops answering is called silent after half a minute, and taken back when it answers', async () => {
  const { run, goDeaf, hearAgain, log } = setUp();
  await run(5);
  goDeaf();
  await run(32);
  expect(log).toEqual([]);
  await run(10);
  expect(log).toEqual(['silent']);
  await hearAgain();
  expect(log).toEqual(['silent', 'answers']);
});

test('seconds in which the page itself was frozen do not count', async () => {
  const { run, tick, goDeaf, log } = setUp();
  goDeaf();
  for (let minute = 0; minute < 20; minute++) {
    await run(20);
    await tick(60_000);
  }
  expect(log).toEqual([]);
});

test('a watch that is stopped says nothing more', async () => {
  const { run, crash, stop, log, isScheduled } = setUp();
  await run(2);
  stop();
  crash();
  await run(2);
  expect(log).toEqual([]);
  expect(isScheduled()).toBe(false);
});
