import { language } from './language.ts';

/** Formats a time (milliseconds since the epoch) in the user's language. */
export function dateText(at: number, options: Intl.DateTimeFormatOptions): string {
  return new Date(at).toLocaleString(language().locale, options);
}
