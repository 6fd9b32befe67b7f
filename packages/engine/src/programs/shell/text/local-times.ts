import { createZonedDate } from '../../time-zone/create-zoned-date.ts';
import { PosixClock } from '../../time-zone/posix-clock.ts';
import { formatTime } from './format-time.ts';
import { zoneAbbreviation } from './zone-abbreviation.ts';

/** The times that a command shows and reads, in the zone of its variable `TZ`: a name of the IANA, POSIX's form, or the browser's without one. */
export class LocalTimes {
  /** A `Date` whose local times are the zone's. */
  readonly date: DateConstructor;
  readonly #name: (date: Date) => string;

  constructor(env: ReadonlyMap<string, string>) {
    const given = env.get('TZ');
    const zone = given?.replace(/^:/, '');
    const clock = zone === undefined || isKnown(zone) ? null : PosixClock.parse(zone, { date: Date, format: Intl.DateTimeFormat });
    this.date = createZonedDate(clock ?? given);
    if (clock !== null) this.#name = (date) => clock.nameAt(date.getTime());
    else if (zone === undefined || isKnown(zone))
      this.#name = (date) => zoneAbbreviation(date, zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
    // As in glibc, what is no zone is UTC under the name that it begins with.
    else this.#name = () => /^[A-Za-z]{3,}/.exec(zone)?.[0] ?? 'UTC';
  }

  format(time: number | Date, format: string): string {
    const date = new this.date(Number(time));
    return formatTime(date, format, { zoneName: () => this.#name(date) });
  }
}

function isKnown(zone: string): boolean {
  if (zone === '') return true;
  // Node's `Intl` takes `+03:00` as a name, and POSIX does not.
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
