import type { ZoneClock } from './zone-clock.ts';
import { ZonedTime } from './zoned-time.ts';

/**
 * Returns a `Date` class for a zone, which is given by its clock or like the variable `TZ`. The global class is not changed; it is returned
 * if there is no zone.
 */
export function createZonedDate(zone: string | ZoneClock | undefined): DateConstructor {
  if (zone === undefined) return Date;
  // ZonedTime changes the prototype of its `Date`, so it gets a class of its own. Like every class, this one is only called with `new`.
  const globals = { Date: class extends Date {} as unknown as DateConstructor, Intl: { DateTimeFormat: Intl.DateTimeFormat } };
  const time = new ZonedTime(globals);
  if (typeof zone === 'string') time.follow(zone);
  else time.followClock(zone);
  return globals.Date;
}
