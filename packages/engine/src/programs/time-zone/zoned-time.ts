import { parseZoned } from './parse-zoned.ts';
import { type NativeTime, ZoneClock } from './zone-clock.ts';

/** The members of a global object that depend on the time zone. */
export interface TimeGlobals {
  Date: DateConstructor;
  Intl: { DateTimeFormat: typeof Intl.DateTimeFormat };
}

type Replacement = (clock: ZoneClock, date: Date, args: readonly unknown[], native: CallableFunction) => unknown;

const FIELDS = ['FullYear', 'Month', 'Date', 'Hours', 'Minutes', 'Seconds', 'Milliseconds'];
const UTC_TEXT = /^(\w+), (\d+) (\w+) (-?\d+) ([\d:]+) GMT$/;

/**
 * Gives `Date` and `Intl` of one global object a time zone of their own; V8 itself has one for a whole process. Dates of all code share the
 * prototype, so they all follow it. Nothing is replaced until a zone other than V8's own is set.
 */
export class ZonedTime {
  readonly #globals: TimeGlobals;
  readonly #native: NativeTime;
  /** Makes a function look native, for programs that print it. */
  readonly #disguise: (value: CallableFunction) => CallableFunction;
  readonly #getTime: () => number;
  #clock: ZoneClock | null = null;
  #isInstalled = false;

  constructor(globals: TimeGlobals, disguise: (value: CallableFunction) => CallableFunction = (value) => value) {
    this.#globals = globals;
    this.#native = { date: globals.Date, format: globals.Intl.DateTimeFormat };
    this.#getTime = globals.Date.prototype.getTime;
    this.#disguise = disguise;
  }

  /** Follows the variable `TZ`; without it the zone is V8's own. */
  follow(value: string | undefined): void {
    if (value === undefined) {
      this.#clock = null;
      return;
    }
    const zone = this.#zoneOf(value);
    if (zone === new this.#native.format().resolvedOptions().timeZone) this.#clock = null;
    else this.followClock(new ZoneClock(zone, this.#native));
  }

  /** Uses the caller's own clock. */
  followClock(clock: ZoneClock): void {
    this.#clock = clock;
    if (!this.#isInstalled) this.#install();
  }

  /** As in Node, an unknown zone counts as UTC. */
  #zoneOf(value: string): string {
    const name = value.replace(/^:/, '');
    try {
      return new this.#native.format('en-US', { timeZone: name === '' ? 'UTC' : name }).resolvedOptions().timeZone;
    } catch {
      return 'UTC';
    }
  }

  #install(): void {
    this.#isInstalled = true;
    for (const field of FIELDS) {
      this.#replace(`get${field}`, (clock, date) => this.#callUtc(`getUTC${field}`, this.#local(clock, date), []));
      this.#replace(`set${field}`, (clock, date, args) => {
        // Setting the year makes an invalid date valid.
        const local = field === 'FullYear' && Number.isNaN(this.#time(date)) ? new this.#native.date(0) : this.#local(clock, date);
        this.#callUtc(`setUTC${field}`, local, args);
        return date.setTime(clock.toUtc(this.#time(local)));
      });
    }
    this.#replace('getDay', (clock, date) => this.#local(clock, date).getUTCDay());
    this.#replace('getYear', (clock, date) => this.#local(clock, date).getUTCFullYear() - 1900);
    this.#replace('setYear', (_clock, date, [value]) => {
      const year = Math.trunc(Number(value));
      return date.setFullYear(year >= 0 && year < 100 ? 1900 + year : year);
    });
    // Adding zero makes a negative zero positive.
    this.#replace('getTimezoneOffset', (clock, date) => Math.trunc(-clock.offsetAt(this.#time(date)) / 60_000) + 0);
    this.#replace('toString', (clock, date) => this.#text(clock, date, 'all'));
    this.#replace('toDateString', (clock, date) => this.#text(clock, date, 'date'));
    this.#replace('toTimeString', (clock, date) => this.#text(clock, date, 'time'));
    for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'])
      this.#replace(name, (clock, date, [locales, options], native) => Reflect.apply(native, date, [locales, zoned(options, clock)]));
    this.#replaceDate();
    this.#replaceFormat();
  }

  #time(date: Date): number {
    return Reflect.apply(this.#getTime, date, []);
  }

  /** Returns a date whose UTC fields are the local fields of the given one. */
  #local(clock: ZoneClock, date: Date): Date {
    return new this.#native.date(clock.toLocal(this.#time(date)));
  }

  #callUtc(name: string, date: Date, args: readonly unknown[]): unknown {
    return Reflect.apply(Reflect.get(this.#native.date.prototype, name), date, args);
  }

  #text(clock: ZoneClock, date: Date, part: 'all' | 'date' | 'time'): string {
    const time = this.#time(date);
    const [, weekday, day, month, year, clockTime] = UTC_TEXT.exec(this.#local(clock, date).toUTCString()) ?? [];
    if (weekday === undefined) return 'Invalid Date';
    const dateText = `${weekday} ${month} ${day} ${year}`;
    if (part === 'date') return dateText;
    const offset = clock.offsetAt(time);
    const minutes = Math.trunc(Math.abs(offset) / 60_000);
    const two = (value: number) => String(value).padStart(2, '0');
    const timeText = `${clockTime} GMT${offset < 0 ? '-' : '+'}${two(Math.trunc(minutes / 60))}${two(minutes % 60)} (${this.#name(clock, time)})`;
    return part === 'time' ? timeText : `${dateText} ${timeText}`;
  }

  #name(clock: ZoneClock, time: number): string {
    const format = new this.#native.format('en-US', { timeZone: clock.zone, timeZoneName: 'long' });
    return format.formatToParts(this.#equivalent(time)).find(({ type }) => type === 'timeZoneName')?.value ?? clock.zone;
  }

  /** For a time outside 1970 to 2037, V8 shows the zone's name of a year with the same calendar, by today's rules. */
  #equivalent(time: number): number {
    if (time >= 0 && time < 2 ** 31 * 1000) return time;
    const date = new this.#native.date(time);
    const shape = (year: number) => {
      const [first, last] = [0, 11].map((month) => new this.#native.date(0).setUTCFullYear(year, month, month === 0 ? 1 : 31));
      return `${new this.#native.date(first ?? 0).getUTCDay()}${new this.#native.date(last ?? 0).getUTCDay()}`;
    };
    const wanted = shape(date.getUTCFullYear());
    for (let year = 2020; year < 2048; year += 1) if (shape(year) === wanted) return date.setUTCFullYear(year);
    return time;
  }

  #replace(name: string, replacement: Replacement): void {
    const { prototype } = this.#native.date;
    const native: unknown = Reflect.get(prototype, name);
    if (typeof native !== 'function') return;
    const clockNow = () => this.#clock;
    const holder = {
      [name](this: Date, ...args: unknown[]): unknown {
        const clock = clockNow();
        return clock === null ? Reflect.apply(native, this, args) : replacement(clock, this, args, native);
      },
    };
    const method = holder[name];
    if (method === undefined) return;
    Object.defineProperty(method, 'length', { value: native.length, configurable: true });
    this.#define(prototype, name, this.#disguise(method));
  }

  #replaceDate(): void {
    const { date: native } = this.#native;
    const clockNow = () => this.#clock;
    const parse = (text: unknown): number => {
      const clock = this.#clock;
      return clock === null ? native.parse(String(text)) : parseZoned(String(text), clock, this.#native);
    };
    const converted = (args: readonly unknown[]): readonly unknown[] => {
      const clock = this.#clock;
      if (clock === null || args.length === 0) return args;
      const [first] = args;
      if (args.length === 1)
        return typeof first === 'string' || Object.prototype.toString.call(first) === '[object String]' ? [parse(first)] : args;
      return [clock.toUtc(Reflect.apply(native.UTC, native, args))];
    };
    // The same function is called, constructed and extended.
    const replaced = function ZonedDate(...args: unknown[]): unknown {
      if (new.target === undefined) return clockNow() === null ? native() : new native().toString();
      return Reflect.construct(native, converted(args), new.target);
    };
    this.#take('Date', replaced, native);
    this.#define(replaced, 'parse', this.#disguise({ parse: (text: unknown) => parse(text) }.parse));
    this.#define(this.#globals, 'Date', this.#disguise(replaced));
  }

  #replaceFormat(): void {
    const { format: native } = this.#native;
    const clockNow = () => this.#clock;
    const replaced = function DateTimeFormat(...[locales, options]: unknown[]): unknown {
      const clock = clockNow();
      return Reflect.construct(native, [locales, clock === null ? options : zoned(options, clock)], new.target ?? replaced);
    };
    this.#take('DateTimeFormat', replaced, native);
    this.#define(this.#globals.Intl, 'DateTimeFormat', this.#disguise(replaced));
  }

  /** Gives a constructor the prototype and the static members of the native one. */
  #take(name: string, replaced: CallableFunction, native: CallableFunction): void {
    for (const key of Reflect.ownKeys(native)) {
      const descriptor = Object.getOwnPropertyDescriptor(native, key);
      if (descriptor !== undefined) Object.defineProperty(replaced, key, descriptor);
    }
    Object.setPrototypeOf(replaced, Object.getPrototypeOf(native));
    Object.defineProperty(replaced, 'name', { value: name, configurable: true });
    this.#define(native.prototype, 'constructor', replaced);
  }

  #define(target: object, name: string, value: unknown): void {
    Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: false });
  }
}

/** Returns the options with the clock's zone. Options that name a zone, and values that are no options, are returned unchanged. */
function zoned(options: unknown, clock: ZoneClock): unknown {
  if (options === undefined) return { timeZone: clock.zone };
  if (typeof options !== 'object' || options === null || Reflect.get(options, 'timeZone') !== undefined) return options;
  return Object.assign(Object.create(options), { timeZone: clock.zone });
}
