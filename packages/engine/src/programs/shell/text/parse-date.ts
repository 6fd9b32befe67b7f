/** Milliseconds in the units that relative dates count in; months and years are not of one length. */
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

/** What `date -d` and `touch -d` understand: ISO dates, `@seconds`, `now`, `yesterday`, `2 days ago`, `next month`. */
export function parseDate(text: string, now: number): Date | null {
  const trimmed = text.trim();
  const seconds = /^@(-?\d+(?:\.\d+)?)$/.exec(trimmed);
  if (seconds !== null) return new Date(Number(seconds[1]) * 1000);
  const words = trimmed.toLowerCase();
  if (words === '' || words === 'now' || words === 'today') return new Date(now);
  if (words === 'yesterday') return new Date(now - 86_400_000);
  if (words === 'tomorrow') return new Date(now + 86_400_000);
  return relative(trimmed, now) ?? absolute(trimmed);
}

function relative(text: string, now: number): Date | null {
  const pattern = /([-+]?\s*\d+|next|last|a|an)\s*(sec|second|min|minute|hour|day|week|fortnight|month|year)s?(\s+ago)?/gi;
  const rest = text
    .replace(pattern, '')
    .replace(/\b(?:now|today|and)\b/gi, '')
    .trim();
  const base = rest === '' ? new Date(now) : absolute(rest);
  const steps = [...text.matchAll(pattern)];
  if (steps.length === 0 || base === null) return null;
  for (const [, count = '1', unit = 'day', ago] of steps) {
    const amount =
      (count === 'last' ? -1 : /^\D/.test(count.trim()) && /next|a/.test(count) ? 1 : Number(count.replace(/\s+/g, ''))) *
      (ago === undefined ? 1 : -1);
    addTo(base, unit.toLowerCase(), amount);
  }
  return base;
}

function addTo(date: Date, unit: string, amount: number): void {
  if (unit === 'month') date.setMonth(date.getMonth() + amount);
  else if (unit === 'year') date.setFullYear(date.getFullYear() + amount);
  else date.setTime(date.getTime() + amount * (units.get(unit) ?? 0));
}

function absolute(text: string): Date | null {
  const local = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/.exec(text);
  if (local !== null) {
    const [, year, month, day, hour = '0', minute = '0', second = '0'] = local;
    return new Date(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  }
  const parsed = new Date(text);
  return Number.isNaN(parsed.getTime()) ? null : parsed;
}
