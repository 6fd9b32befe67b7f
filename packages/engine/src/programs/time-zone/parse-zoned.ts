import type { NativeTime, ZoneClock } from './zone-clock.ts';

const DATE_ONLY = /^\s*(?:[+-]\d{6}|\d{4})(?:-\d\d(?:-\d\d)?)?\s*$/;
const ISO_LOCAL = /^\s*(?:[+-]\d{6}|\d{4})-\d\d(?:-\d\d)?T\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?\s*$/;
/** A zone's name, or an offset after a time of day. */
const ZONE = /\dz\b|\bz\b|(?<![a-z])(?:gmt|utc?|[ecmp][sd]t)(?![a-z])|:\d\d(?:[.:]\d+)*\s*(?:[ap]m)?\s*[+-]\d/i;

/** Parses like `Date.parse`; a text without a zone is in the clock's zone. */
export function parseZoned(text: string, clock: ZoneClock, { date }: NativeTime): number {
  const parsed = date.parse(text);
  if (Number.isNaN(parsed) || DATE_ONLY.test(text) || ZONE.test(text.replace(/\([^)]*\)/g, ''))) return parsed;
  const local = date.parse(ISO_LOCAL.test(text) ? `${text.trim()}Z` : `${text} UTC`);
  if (!Number.isNaN(local)) return clock.toUtc(local);
  const given = new date(parsed);
  const fields = new date(0);
  fields.setUTCFullYear(given.getFullYear(), given.getMonth(), given.getDate());
  fields.setUTCHours(given.getHours(), given.getMinutes(), given.getSeconds(), given.getMilliseconds());
  return clock.toUtc(fields.getTime());
}
