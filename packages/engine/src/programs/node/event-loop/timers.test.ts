import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventLoop } from './event-loop.ts';
import { Timers } from './timers.ts';

describe('Timers', () => {
  let loop: EventLoop;
  let timers: Timers;
  let seen: string[];
  const see = (name: string) => () => void seen.push(name);
  // Waits for an immediate as well: on a busy machine all timers may be due together, before any immediate.
  const finished = () => new Promise<void>((resolve) => void timers.setTimeout(() => timers.setImmediate(() => resolve()), 20));

  beforeEach(() => {
    loop = new EventLoop();
    timers = new Timers(loop);
    seen = [];
  });
  afterEach(() => {
    timers.close();
    loop.close();
  });

  it('runs all timers that are due before an immediate that the first of them has set', async () => {
    const first = timers.setTimeout(() => {
      see('first')();
      timers.setImmediate(see('immediate'));
      Promise.resolve().then(see('microtask'));
    }, 0);
    const others = ['second', 'third'].map((name) => timers.setTimeout(see(name), 0));
    // As in Next.js, so that they are due together.
    for (const timer of others) timer._idleStart = first._idleStart;
    await finished();
    expect(seen).toEqual(['first', 'microtask', 'second', 'third', 'immediate']);
  });

  it('lets immediates run when what was due with a timer is cleared by it, and between rounds of a timer that sets itself again', async () => {
    let second: unknown;
    let rounds = 0;
    let resolve = (): void => {};
    const ended = new Promise<void>((settle) => {
      resolve = settle;
    });
    const again = (): void => {
      see(`round ${rounds}`)();
      timers.clearTimeout(second);
      timers.setImmediate(see(`immediate ${rounds}`));
      rounds += 1;
      if (rounds < 3) timers.setTimeout(again, 0);
      else timers.setImmediate(() => resolve());
    };
    timers.setTimeout(again, 0);
    second = timers.setTimeout(see('second'), 0);
    await ended;
    expect(seen).toEqual(['round 0', 'immediate 0', 'round 1', 'immediate 1', 'round 2', 'immediate 2']);
  });

  it('runs what microtasks and next ticks ask of each other before the next timer', async () => {
    const chain = (left: number): void => {
      see(`left ${left}`)();
      if (left > 0) queueMicrotask(() => loop.nextTick(() => chain(left - 1), []));
    };
    timers.setTimeout(() => chain(3), 0);
    timers.setTimeout(see('second'), 0);
    await finished();
    expect(seen).toEqual(['left 3', 'left 2', 'left 1', 'left 0', 'second']);
  });

  it('shows whole milliseconds as the start of a timer', () => {
    const timer = timers.setTimeout(see('never'), 1000);
    expect(Number.isInteger(timer._idleStart)).toBe(true);
    timers.clearTimeout(timer);
  });
});
