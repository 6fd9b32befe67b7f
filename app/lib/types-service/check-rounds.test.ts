import { expect, test } from 'vitest';
import { TestClock } from '../agent/testing/test-session.ts';
import { createCheckRounds } from './check-rounds.ts';

test('a change puts the check off and gives up the one that is under way', async () => {
  const clock = new TestClock();
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
  const clock = new TestClock();
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
