import type { Clock } from '../ssh-ports.ts';

/** Time that passes only when told. */
export class ManualClock implements Clock {
  private time = 1_700_000_000_000;
  private timers: { at: number; run: () => void }[] = [];

  now(): number {
    return this.time;
  }

  after(milliseconds: number, run: () => void): () => void {
    const timer = { at: this.time + milliseconds, run };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  }

  get waiting(): number {
    return this.timers.length;
  }

  advance(milliseconds: number): void {
    const end = this.time + milliseconds;
    for (;;) {
      const [next] = this.timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.timers = this.timers.filter((other) => other !== next);
      this.time = next.at;
      next.run();
    }
    this.time = end;
  }
}
