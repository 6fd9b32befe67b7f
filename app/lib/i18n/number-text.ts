import { language } from './language.ts';

/** An amount as the user's language writes it: `1,200`, `1.200`. */
export function numberText(value: number, options?: Intl.NumberFormatOptions): string {
  return value.toLocaleString(language().locale, options);
}
