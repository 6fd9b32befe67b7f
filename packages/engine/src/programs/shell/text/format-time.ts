const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

/** Implements strftime with GNU's padding flags (`%-d`, `%_d`, `%0d`, `%^a`). */
export function formatTime(
  date: Date,
  format: string,
  { isUtc = false, zoneName }: { isUtc?: boolean; zoneName?: () => string } = {},
): string {
  const clock: Clock = { ...(isUtc ? utcClock(date) : localClock(date)), ...(zoneName === undefined ? {} : { zoneName }) };
  return format.replace(/%([-_0^#]?)(\d*)(:{0,3}[A-Za-z%])/g, (whole, flag: string, width: string, letter: string) => {
    const text = directive(letter, clock);
    if (text === null) return whole;
    return padded(text, flag, width);
  });
}

interface Clock {
  year: number;
  month: number;
  day: number;
  weekday: number;
  hour: number;
  minute: number;
  second: number;
  milliseconds: number;
  /** Minutes east of Greenwich. */
  offset: number;
  isUtc: boolean;
  /** The value of `%Z`; without it, an offset. */
  zoneName?: () => string;
  date: Date;
}

function localClock(date: Date): Clock {
  return {
    year: date.getFullYear(),
    month: date.getMonth(),
    day: date.getDate(),
    weekday: date.getDay(),
    hour: date.getHours(),
    minute: date.getMinutes(),
    second: date.getSeconds(),
    milliseconds: date.getMilliseconds(),
    offset: -date.getTimezoneOffset(),
    isUtc: date.getTimezoneOffset() === 0,
    date,
  };
}

function utcClock(date: Date): Clock {
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth(),
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    milliseconds: date.getUTCMilliseconds(),
    offset: 0,
    isUtc: true,
    date,
  };
}

function padded(text: string, flag: string, width: string): string {
  if (flag === '^') return text.toUpperCase().padStart(Number(width));
  if (flag === '-') return text.replace(/^[0 ]+(?=\d)/, '');
  if (flag === '_') return text.replace(/^0+(?=\d)/, (zeros) => ' '.repeat(zeros.length)).padStart(Number(width));
  if (flag === '0') return text.replace(/^ +/, (spaces) => '0'.repeat(spaces.length)).padStart(Number(width), '0');
  return width === '' ? text : text.padStart(Number(width), /^\d/.test(text) ? '0' : ' ');
}

const two = (value: number) => String(value).padStart(2, '0');

function directive(letter: string, clock: Clock): string | null {
  const simple = directives.get(letter);
  return simple === undefined ? null : simple(clock);
}

const hour12 = ({ hour }: Clock) => hour % 12 || 12;
const time24 = (clock: Clock) => `${two(clock.hour)}:${two(clock.minute)}:${two(clock.second)}`;
const isoDate = (clock: Clock) => `${clock.year}-${two(clock.month + 1)}-${two(clock.day)}`;
const dayOfYear = ({ year, month, day }: Clock) => Math.round((Date.UTC(year, month, day) - Date.UTC(year, 0, 1)) / 86_400_000);
const shortDay = ({ weekday }: Clock) => (days[weekday] ?? '').slice(0, 3);
const shortMonth = ({ month }: Clock) => (months[month] ?? '').slice(0, 3);

function offsetText({ offset }: Clock, separator: string): string {
  const magnitude = Math.abs(offset);
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(magnitude / 60))}${separator}${two(magnitude % 60)}`;
}

function isoWeek({ year, month, day, weekday }: Clock): { year: number; week: number } {
  const thursday = new Date(Date.UTC(year, month, day + 4 - (weekday || 7)));
  const start = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  return { year: thursday.getUTCFullYear(), week: Math.ceil(((thursday.getTime() - start) / 86_400_000 + 1) / 7) };
}

const directives = new Map<string, (clock: Clock) => string>([
  ['%', () => '%'],
  ['n', () => '\n'],
  ['t', () => '\t'],
  ['Y', ({ year }) => String(year)],
  ['C', ({ year }) => two(Math.floor(year / 100))],
  ['y', ({ year }) => two(year % 100)],
  ['m', ({ month }) => two(month + 1)],
  ['d', ({ day }) => two(day)],
  ['e', ({ day }) => String(day).padStart(2)],
  ['H', ({ hour }) => two(hour)],
  ['k', ({ hour }) => String(hour).padStart(2)],
  ['I', (clock) => two(hour12(clock))],
  ['l', (clock) => String(hour12(clock)).padStart(2)],
  ['M', ({ minute }) => two(minute)],
  ['S', ({ second }) => two(second)],
  ['N', ({ milliseconds }) => `${String(milliseconds).padStart(3, '0')}000000`],
  ['p', ({ hour }) => (hour < 12 ? 'AM' : 'PM')],
  ['P', ({ hour }) => (hour < 12 ? 'am' : 'pm')],
  ['A', ({ weekday }) => days[weekday] ?? ''],
  ['a', shortDay],
  ['B', ({ month }) => months[month] ?? ''],
  ['b', shortMonth],
  ['h', shortMonth],
  ['u', ({ weekday }) => String(weekday || 7)],
  ['w', ({ weekday }) => String(weekday)],
  ['j', (clock) => String(dayOfYear(clock) + 1).padStart(3, '0')],
  ['U', (clock) => two(Math.floor((dayOfYear(clock) + 7 - clock.weekday) / 7))],
  ['W', (clock) => two(Math.floor((dayOfYear(clock) + 7 - ((clock.weekday + 6) % 7)) / 7))],
  ['V', (clock) => two(isoWeek(clock).week)],
  ['G', (clock) => String(isoWeek(clock).year)],
  ['F', isoDate],
  ['D', (clock) => `${two(clock.month + 1)}/${two(clock.day)}/${two(clock.year % 100)}`],
  ['x', (clock) => `${two(clock.month + 1)}/${two(clock.day)}/${two(clock.year % 100)}`],
  ['T', time24],
  ['X', time24],
  ['R', (clock) => `${two(clock.hour)}:${two(clock.minute)}`],
  ['r', (clock) => `${two(hour12(clock))}:${two(clock.minute)}:${two(clock.second)} ${clock.hour < 12 ? 'AM' : 'PM'}`],
  ['c', (clock) => `${shortDay(clock)} ${shortMonth(clock)} ${String(clock.day).padStart(2)} ${time24(clock)} ${clock.year}`],
  ['s', ({ date }) => String(Math.floor(date.getTime() / 1000))],
  ['z', (clock) => offsetText(clock, '')],
  [':z', (clock) => offsetText(clock, ':')],
  ['::z', (clock) => `${offsetText(clock, ':')}:00`],
  [':::z', (clock) => offsetText(clock, ':').replace(/:00$/, '')],
  ['Z', (clock) => clock.zoneName?.() ?? (clock.isUtc ? 'UTC' : offsetText(clock, ''))],
]);
