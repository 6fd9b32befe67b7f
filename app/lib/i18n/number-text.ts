import { language } from './language.ts';

/** Formats an amount in the user's language: `1,200`, `1.200`. */
export function numberText(value: number, options?: Intl.NumberFormatOptions): string {
  return value.toLocaleString(language().locale, options);
}
