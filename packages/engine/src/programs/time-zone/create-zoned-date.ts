import { ZonedTime } from './zoned-time.ts';

/** Returns a `Date` in the zone that the variable `TZ` names; the global one stays as it is. Without the variable it is the global one. */
export function createZonedDate(zone: string | undefined): DateConstructor {
  if (zone === undefined) return Date;
  // ZonedTime changes the prototype of what it is given. A class is called only with `new`, and so is this one.
  const globals = { Date: class extends Date {} as unknown as DateConstructor, Intl: { DateTimeFormat: Intl.DateTimeFormat } };
  new ZonedTime(globals).follow(zone);
  return globals.Date;
}
