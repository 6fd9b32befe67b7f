import type { ZoneClock } from './zone-clock.ts';
import { ZonedTime } from './zoned-time.ts';

/**
 * Returns a `Date` in a zone, given by its clock or as the variable `TZ` names it; the global one stays as it is. Without a zone it is the
 * global one.
 */
export function createZonedDate(zone: string | ZoneClock | undefined): DateConstructor {
  if (zone === undefined) return Date;
  // ZonedTime changes the prototype of what it is given. A class is called only with `new`, and so is this one.
  const globals = { Date: class extends Date {} as unknown as DateConstructor, Intl: { DateTimeFormat: Intl.DateTimeFormat } };
  const time = new ZonedTime(globals);
  if (typeof zone === 'string') time.follow(zone);
  else time.followClock(zone);
  return globals.Date;
}
