import { language } from './language.ts';

/** A moment (milliseconds since the epoch) as the user's language writes it. */
export function dateText(at: number, options: Intl.DateTimeFormatOptions): string {
  return new Date(at).toLocaleString(language().locale, options);
}
