/** The languages whose short names of zones are the usual abbreviations: each knows those of its own part of the world. */
const LANGUAGES = ['en-US', 'en-GB', 'en-AU', 'en-NZ', 'en-IN', 'en-ZA', 'ja-JP', 'ko-KR'];

/** Returns `CET`, `EDT` or, for a zone without such a name, `+0545`. */
export function zoneAbbreviation(date: Date, zone: string): string {
  // `Intl` calls these UTC.
  if (/^(?:Etc\/)?(?:GMT[-+]?0?|Greenwich)$/.test(zone)) return 'GMT';
  for (const language of LANGUAGES) {
    const name = shortName(date, zone, language);
    if (name !== null && /^[A-Z]{2,5}$/.test(name)) return name;
  }
  const minutes = -date.getTimezoneOffset();
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((value) => String(value).padStart(2, '0'));
  return `${minutes < 0 ? '-' : '+'}${hours}${rest === '00' ? '' : rest}`;
}

function shortName(date: Date, zone: string, language: string): string | null {
  try {
    const format = new Intl.DateTimeFormat(language, { timeZone: zone.replace(/^:/, '') || 'UTC', timeZoneName: 'short' });
    return format.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? null;
  } catch {
    return 'UTC';
  }
}
