import { type NativeTime, ZoneClock } from './zone-clock.ts';

const NAME = '([A-Za-z]{3,}|<[\\w+-]{3,}>)';
const OFFSET = '([-+]?\\d{1,3}(?::\\d\\d){0,2})';
const ZONE = new RegExp(`^${NAME}${OFFSET}(?:${NAME}${OFFSET}?(?:,([^,]+),([^,]+))?)?$`);
const RULE = /^(?:M(\d+)\.(\d)\.(\d)|(J?)(\d+))(?:\/([-+]?\d{1,3}(?::\d\d){0,2}))?$/;
/** The rules of the United States, which apply if the text has none. */
const USUAL_RULES = ['M3.2.0', 'M11.1.0'] as const;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface Period {
  name: string;
  /** Milliseconds ahead of UTC. */
  offset: number;
}

/** The time in a zone in POSIX's form (`EST5EDT,M3.2.0,M11.1.0`, `<+03>-3`), which `Intl` does not know. */
export class PosixClock extends ZoneClock {
  readonly #standard: Period;
  readonly #summer: (Period & { start: string; end: string }) | null;

  /** Returns null for a text in another form. */
  static parse(text: string, native: NativeTime): PosixClock | null {
    const [whole, name = '', offset = '', summerName, summerOffset, start = USUAL_RULES[0], end = USUAL_RULES[1]] = ZONE.exec(text) ?? [];
    if (whole === undefined || !RULE.test(start) || !RULE.test(end)) return null;
    const standard = { name: bare(name), offset: -duration(offset) };
    const ahead = summerOffset === undefined ? standard.offset + HOUR : -duration(summerOffset);
    return new PosixClock(native, standard, summerName === undefined ? null : { name: bare(summerName), offset: ahead, start, end });
  }

  private constructor(native: NativeTime, standard: Period, summer: (Period & { start: string; end: string }) | null) {
    super('UTC', native);
    this.#standard = standard;
    this.#summer = summer;
  }

  override offsetAt(time: number): number {
    return Number.isNaN(time) ? time : this.#periodAt(time).offset;
  }

  nameAt(time: number): string {
    return this.#periodAt(time).name;
  }

  #periodAt(time: number): Period {
    const [standard, summer] = [this.#standard, this.#summer];
    if (summer === null) return standard;
    const year = new Date(time + standard.offset).getUTCFullYear();
    const start = ruleTime(summer.start, year) - standard.offset;
    const end = ruleTime(summer.end, year) - summer.offset;
    const isSummer = start < end ? time >= start && time < end : time >= start || time < end;
    return isSummer ? summer : standard;
  }
}

function bare(name: string): string {
  return name.replace(/^<|>$/g, '');
}

/** Returns the milliseconds of `[-+]hh[:mm[:ss]]`. */
function duration(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.replace(/^[-+]/, '').split(':').map(Number);
  return (text.startsWith('-') ? -1 : 1) * (hours * HOUR + minutes * 60_000 + seconds * 1000);
}

/** Returns when a rule applies in a year, as a local time. */
function ruleTime(rule: string, year: number): number {
  const [, month, week, weekday, julian, day, time = '2'] = RULE.exec(rule) ?? [];
  if (month !== undefined) {
    const first = Date.UTC(year, Number(month) - 1, 1);
    const last = Date.UTC(year, Number(month), 0);
    const date = first + (((Number(weekday) - new Date(first).getUTCDay() + 7) % 7) + (Number(week) - 1) * 7) * DAY;
    return (date > last ? date - 7 * DAY : date) + duration(time);
  }
  const isLeapYear = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  // `J60` is the first of March in each year; a number without J counts from zero, and counts leap days.
  const days = julian === 'J' ? Number(day) - 1 + (isLeapYear && Number(day) >= 60 ? 1 : 0) : Number(day);
  return Date.UTC(year, 0, 1) + days * DAY + duration(time);
}
