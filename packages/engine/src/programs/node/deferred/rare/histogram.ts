import { monotonicNow } from '../../base/monotonic-now.ts';
import { invalidArgumentType, outOfRange } from '../../errors/node-error.ts';

/** The minimum that an empty histogram returns: the largest 64-bit integer. */
const NOTHING = 9_223_372_036_854_776_000;

/** The class of `perf_hooks.createHistogram()`. It stores exact values, while Node stores them to three digits. */
export class RecordableHistogram {
  readonly #values: number[] = [];
  #isSorted = true;
  #exceeding = 0;
  #lastTime: number | null = null;

  get #sorted(): readonly number[] {
    if (!this.#isSorted) this.#values.sort((a, b) => a - b);
    this.#isSorted = true;
    return this.#values;
  }
  get min(): number {
    return this.#sorted[0] ?? NOTHING;
  }
  get max(): number {
    return this.#sorted.at(-1) ?? 0;
  }
  get mean(): number {
    return this.#values.reduce((sum, value) => sum + value, 0) / this.#values.length;
  }
  get stddev(): number {
    const mean = this.mean;
    return Math.sqrt(this.#values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / this.#values.length);
  }
  get count(): number {
    return this.#values.length;
  }
  get exceeds(): number {
    return this.#exceeding;
  }
  percentile(percent: unknown): number {
    if (typeof percent !== 'number') throw invalidArgumentType('percentile', 'of type number', percent);
    if (!(percent > 0 && percent <= 100)) throw outOfRange('percentile', '> 0 && <= 100', percent);
    return this.#sorted[Math.max(0, Math.ceil((percent / 100) * this.#values.length) - 1)] ?? 0;
  }
  get percentiles(): Map<number, number> {
    const steps = [0, 50, 75, 87.5, 93.75, 96.875, 98.4375, 99.21875, 100];
    return new Map(steps.map((step) => [step, step === 0 ? this.min : this.percentile(step)]));
  }
  record(given: unknown): void {
    const value = typeof given === 'bigint' ? Number(given) : given;
    if (typeof value !== 'number') throw invalidArgumentType('val', 'of type number or bigint', given);
    if (!Number.isInteger(value) || value < 1) throw outOfRange('val', '>= 1 && <= 9007199254740991', value);
    this.#values.push(value);
    this.#isSorted = false;
  }
  recordDelta(): void {
    const now = monotonicNow();
    if (this.#lastTime !== null) this.record(Math.max(1, Math.round((now - this.#lastTime) * 1e6)));
    this.#lastTime = now;
  }
  add(other: RecordableHistogram): void {
    this.#values.push(...other.#values);
    this.#isSorted = false;
  }
  reset(): void {
    this.#values.length = 0;
    this.#exceeding = 0;
    this.#lastTime = null;
  }
}

interface Timing {
  setInterval(callback: () => void, milliseconds: number): { unref(): unknown; close(): unknown };
}

/** The class of `perf_hooks.monitorEventLoopDelay()`, which records how late timers fire, in nanoseconds. */
export class IntervalHistogram extends RecordableHistogram {
  readonly #timing: Timing;
  readonly #resolution: number;
  #timer: { close(): unknown } | null = null;

  constructor(timing: Timing, options: unknown) {
    super();
    const given: unknown = typeof options === 'object' && options !== null ? Reflect.get(options, 'resolution') : undefined;
    this.#timing = timing;
    this.#resolution = typeof given === 'number' ? given : 10;
  }
  enable(): boolean {
    if (this.#timer !== null) return false;
    let last = monotonicNow();
    const timer = this.#timing.setInterval(() => {
      const now = monotonicNow();
      this.record(Math.max(1, Math.round((now - last) * 1e6)));
      last = now;
    }, this.#resolution);
    timer.unref();
    this.#timer = timer;
    return true;
  }
  disable(): boolean {
    if (this.#timer === null) return false;
    this.#timer.close();
    this.#timer = null;
    return true;
  }
}
