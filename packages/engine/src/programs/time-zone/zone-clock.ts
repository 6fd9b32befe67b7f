/** The constructors as they were before a zone was installed over them. */
export interface NativeTime {
  date: DateConstructor;
  format: typeof Intl.DateTimeFormat;
}

const DAY = 86_400_000;
/** The largest time that a `Date` holds. */
const LARGEST = 8.64e15;
/** The number of days whose offset is remembered. */
const MAX_DAYS = 10_000;

/** Converts between UTC and the local time of one zone, both in milliseconds since 1970, with the zone data of `Intl`. */
export class ZoneClock {
  readonly zone: string;
  readonly #native: NativeTime;
  readonly #format: Intl.DateTimeFormat;
  /** The offset at the beginning of each day in UTC, by the number of days since 1970. */
  readonly #days = new Map<number, number>();

  /** Throws a RangeError for an unknown zone. */
  constructor(zone: string, native: NativeTime) {
    this.zone = zone;
    this.#native = native;
    this.#format = new native.format('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  toLocal(time: number): number {
    return time + this.offsetAt(time);
  }

  /** As in ECMAScript, a local time that occurs twice means the first one, and a skipped one has the offset before the change. */
  toUtc(local: number): number {
    if (Number.isNaN(local)) return local;
    const [before, after] = [this.offsetAt(local - DAY), this.offsetAt(local + DAY)];
    if (before === after) return local - before;
    if (this.offsetAt(local - before) === before) return local - before;
    return this.offsetAt(local - after) === after ? local - after : local - before;
  }

  /** Returns the milliseconds by which the zone is ahead of UTC. */
  offsetAt(time: number): number {
    if (Number.isNaN(time)) return time;
    const clamped = Math.min(LARGEST, Math.max(-LARGEST, time));
    const day = Math.floor(clamped / DAY);
    const start = this.#offsetOfDay(day);
    // No zone changes its offset twice within one day.
    return start === this.#offsetOfDay(day + 1) ? start : this.#offsetAtExactly(clamped);
  }

  #offsetOfDay(day: number): number {
    let offset = this.#days.get(day);
    if (offset === undefined) {
      if (this.#days.size >= MAX_DAYS) this.#days.clear();
      offset = this.#offsetAtExactly(Math.min(LARGEST, Math.max(-LARGEST, day * DAY)));
      this.#days.set(day, offset);
    }
    return offset;
  }

  #offsetAtExactly(time: number): number {
    const fields = new Map(this.#format.formatToParts(time).map(({ type, value }) => [type, value]));
    const field = (type: Intl.DateTimeFormatPartTypes) => Number(fields.get(type));
    const year = fields.get('era')?.startsWith('B') === true ? 1 - field('year') : field('year');
    const local = new this.#native.date(0);
    local.setUTCFullYear(year, field('month') - 1, field('day'));
    local.setUTCHours(field('hour'), field('minute'), field('second'), 0);
    return local.getTime() - Math.floor(time / 1000) * 1000;
  }
}
