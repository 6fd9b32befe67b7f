import { expect, test } from 'vitest';
import { createCheckRounds } from './check-rounds.ts';

/** A clock whose time passes when the test says so. */
function manualClock() {
  const timers = new Map<number, { at: number; run: () => void }>();
  let now = 0;
  let ids = 0;
  return {
    after(milliseconds: number, run: () => void) {
      const id = ids++;
      timers.set(id, { at: now + milliseconds, run });
      return () => void timers.delete(id);
    },
    pass(milliseconds: number) {
      now += milliseconds;
      for (const [id, { at, run }] of [...timers]) {
        if (at > now) continue;
        timers.delete(id);
        run();
      }
    },
  };
}

test('a change puts the check off and gives up the one that is under way', async () => {
  const clock = manualClock();
  const begun: (() => boolean)[] = [];
  let finish: () => void = () => undefined;
  const rounds = createCheckRounds(clock, (isCurrent) => {
    begun.push(isCurrent);
    return new Promise((resolve) => {
      finish = resolve;
    });
  });
  rounds.schedule(500);
  clock.pass(400);
  rounds.schedule(500);
  clock.pass(400);
  expect(begun).toHaveLength(0);
  clock.pass(100);
  await expect.poll(() => begun.length).toBe(1);
  rounds.schedule(500);
  expect(begun[0]?.()).toBe(false);
  const settled = rounds.settled(60_000);
  clock.pass(500);
  finish();
  await expect.poll(() => begun.length).toBe(2);
  expect(begun[1]?.()).toBe(true);
  finish();
  await settled;
  expect(rounds.isResting()).toBe(true);
});

test('nobody waits longer than they say, nor for a round that was called off', async () => {
  const clock = manualClock();
  const rounds = createCheckRounds(clock, () => new Promise(() => undefined));
  rounds.schedule(0);
  const late = rounds.settled(1_000);
  clock.pass(1_000);
  await late;
  const idle = createCheckRounds(clock, async () => undefined);
  idle.schedule(500);
  const calledOff = idle.settled(60_000);
  idle.cancel();
  await calledOff;
});
