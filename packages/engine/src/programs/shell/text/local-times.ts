import { createZonedDate } from '../../time-zone/create-zoned-date.ts';
import { PosixClock } from '../../time-zone/posix-clock.ts';
import { formatTime } from './format-time.ts';
import { zoneAbbreviation } from './zone-abbreviation.ts';

/**
 * The times that a command shows and reads, in the zone of its variable `TZ`: an IANA name or POSIX's form. Without the variable, the
 * browser's zone.
 */
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
    // As in glibc, an unknown zone counts as UTC, with the name at the beginning of the text.
    else this.#name = () => /^[A-Za-z]{3,}/.exec(zone)?.[0] ?? 'UTC';
  }

  format(time: number | Date, format: string): string {
    const date = new this.date(Number(time));
    return formatTime(date, format, { zoneName: () => this.#name(date) });
  }
}

function isKnown(zone: string): boolean {
  if (zone === '') return true;
  // Node's `Intl` accepts `+03:00` as the name of a zone, but POSIX does not.
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
