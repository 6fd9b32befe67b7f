import { expect, test } from 'vitest';
import { FileLocks, LockLevel } from './file-locks.ts';

const { NONE, SHARED, RESERVED, PENDING, EXCLUSIVE } = LockLevel;

test('many read a file, one of them may be about to write, and it writes when the others are gone', () => {
  const locks = new FileLocks();
  const [one, other, third] = [{}, {}, {}];
  expect([locks.change(one, SHARED), locks.change(other, SHARED)]).toEqual([SHARED, SHARED]);
  expect(locks.change(one, RESERVED)).toBe(RESERVED);
  expect(locks.hasOtherWriter(other)).toBe(true);
  expect(locks.change(other, RESERVED)).toBe(SHARED);
  expect(locks.change(third, SHARED)).toBe(SHARED);
  expect(locks.change(one, EXCLUSIVE)).toBe(PENDING);
  expect([locks.change(third, NONE), locks.change(third, SHARED)]).toEqual([NONE, NONE]);
  expect([locks.change(other, NONE), locks.change(one, EXCLUSIVE)]).toEqual([NONE, EXCLUSIVE]);
  expect([locks.change(one, SHARED), locks.change(third, SHARED), locks.hasOtherWriter(third)]).toEqual([SHARED, SHARED, false]);
});

test('whatever is asked for in whatever order, who writes is alone, and nobody is left when all have given back', () => {
  const locks = new FileLocks();
  const holders = [{}, {}, {}, {}];
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  for (let step = 0; step < 20_000; step += 1) {
    const holder = holders[random(4)] ?? {};
    locks.change(holder, [NONE, SHARED, RESERVED, EXCLUSIVE][random(4)] ?? NONE);
    const levels = holders.map((each) => locks.levelOf(each));
    expect(levels.filter((level) => level >= RESERVED).length).toBeLessThan(2);
    if (levels.includes(EXCLUSIVE)) expect(levels.filter((level) => level > NONE)).toEqual([EXCLUSIVE]);
  }
  for (const holder of holders) locks.change(holder, NONE);
  expect(locks.change({}, EXCLUSIVE)).toBe(EXCLUSIVE);
});
