/** Milliseconds per unit of a relative date; months and years vary in length and are left out. */
const units = new Map([
  ['sec', 1000],
  ['second', 1000],
  ['min', 60_000],
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
  ['week', 604_800_000],
  ['fortnight', 1_209_600_000],
]);
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const ORDINALS = new Map([
  ['last', -1],
  ['this', 0],
  ['next', 1],
]);

const RELATIVE = /([-+]?\s*\d+|next|last|this|a|an)?\s*\b(sec|second|min|minute|hour|day|week|fortnight|month|year)s?\b(\s+ago\b)?/gi;
const WEEKDAY = /\b(?:(last|next|this)\s+)?(sun|mon|tue|wed|thu|fri|sat)(?:[a-z]*day|s|rs|nes)?\b,?/i;
const CLOCK = /\b(?:(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:\s*([ap])\.?m\b\.?)?|(\d{1,2})\s*([ap])\.?m\b\.?)/i;
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/;
/** Texts that may be passed to the browser's own parser, which accepts almost any text that contains a number. */
const NAMED =
  /^(?:(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*,?|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,?|am|pm|utc|gmt|z|t|[+-]?\d[\dtz:.,/+-]*|\([^)]*\)|\s+)+$/i;

/**
 * Parses the dates that `date -d` and `touch -d` understand: ISO and named dates, `@seconds`, `now`, `yesterday 10:00`, `2 days ago`, `next
 * month`, `last friday`, `5pm`. Returns null for anything else. The times are local ones of the given `Date`.
 */
export function parseDate(text: string, now: number, zoned: DateConstructor = Date): Date | null {
  const trimmed = text.trim();
  const seconds = /^@(-?\d+(?:\.\d+)?)$/.exec(trimmed);
  if (seconds !== null) return new zoned(Number(seconds[1]) * 1000);
  return absolute(trimmed, zoned) ?? relative(trimmed, now, zoned);
}

/** Parses the words of a date, removing each one it understands; the rest must be a date or empty. */
function relative(text: string, now: number, zoned: DateConstructor): Date | null {
  const steps = [...text.matchAll(RELATIVE)];
  let rest = text.replace(RELATIVE, ' ');
  let days = 0;
  rest = rest.replace(/\b(yesterday|tomorrow|today|now|and)\b/gi, (word) => {
    days += ({ yesterday: -1, tomorrow: 1 } as Record<string, number>)[word.toLowerCase()] ?? 0;
    return ' ';
  });
  const date = (words: string) => absolute(words.replace(/\s+/g, ' ').trim(), zoned);
  // Next to a date, a weekday is ignored.
  const given = date(rest) ?? date(rest.replace(WEEKDAY, ' '));
  const base = given ?? new zoned(now);
  if (given === null) {
    const clock = CLOCK.exec(rest);
    if (clock !== null) {
      if (!setClock(base, clock)) return null;
      rest = rest.replace(CLOCK, ' ');
    }
    const weekday = WEEKDAY.exec(rest);
    if (weekday !== null) {
      setWeekday(base, weekday);
      if (clock === null) base.setHours(0, 0, 0, 0);
      rest = rest.replace(WEEKDAY, ' ');
    }
    if (rest.trim() !== '') return null;
  }
  base.setDate(base.getDate() + days);
  for (const [, count = '1', unit = 'day', ago] of steps) addTo(base, unit.toLowerCase(), amountOf(count) * (ago === undefined ? 1 : -1));
  return base;
}

function amountOf(count: string): number {
  const word = count.trim().toLowerCase();
  return ORDINALS.get(word) ?? (/^\D+$/.test(word) ? 1 : Number(word.replace(/\s+/g, '')));
}

/** Returns false if there is no such time. */
function setClock(date: Date, [, hour, minute = '0', second = '0', half, plainHour, plainHalf]: RegExpExecArray): boolean {
  const given = Number(hour ?? plainHour);
  const letter = (half ?? plainHalf)?.toLowerCase();
  if (given > (letter === undefined ? 23 : 12) || (letter !== undefined && given === 0) || Number(minute) > 59 || Number(second) > 60)
    return false;
  date.setHours(letter === undefined ? given : (given % 12) + (letter === 'p' ? 12 : 0), Number(minute), Number(second), 0);
  return true;
}

/** Counts as GNU does: `friday` and `next friday` are the next one, and `friday` may be today; `last friday` is before today. */
function setWeekday(date: Date, [, ordinal, name = '']: RegExpExecArray): void {
  const wanted = WEEKDAYS.indexOf(name.toLowerCase());
  const today = date.getDay();
  const count = ORDINALS.get(ordinal?.toLowerCase() ?? 'this') ?? 0;
  date.setDate(date.getDate() + ((wanted - today + 7) % 7) + 7 * (count - (count > 0 && wanted !== today ? 1 : 0)));
}

function addTo(date: Date, unit: string, amount: number): void {
  if (unit === 'month') date.setMonth(date.getMonth() + amount);
  else if (unit === 'year') date.setFullYear(date.getFullYear() + amount);
  else date.setTime(date.getTime() + amount * (units.get(unit) ?? 0));
}

function absolute(text: string, zoned: DateConstructor): Date | null {
  const local = ISO.exec(text);
  if (local !== null) {
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = local.slice(1).map((part) => Number(part ?? '0'));
    const date = new zoned(year, month - 1, day, hour, minute, second);
    const isThere = date.getMonth() === month - 1 && date.getDate() === day && hour < 24 && minute < 60 && second <= 60;
    return isThere ? date : null;
  }
  // A time alone, or a weekday, is not a date.
  if (!/\d{4}|\d\s+[a-z]{3}|[a-z]{3,}\.?\s+\d|\d\/\d/i.test(text) || !NAMED.test(text)) return null;
  const parsed = new zoned(text);
  return Number.isNaN(parsed.getTime()) ? null : parsed;
}
