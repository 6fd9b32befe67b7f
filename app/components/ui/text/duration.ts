import { numberText } from '../../../lib/i18n/number-text.ts';
import { t } from '../../../lib/i18n/t.ts';
/** Formats a finished duration: `0.4 s`, `3.8 s`, `2 min 05 s`. */
export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1_000;
  if (seconds < 60) return `${numberText(seconds, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s`;
  const whole = Math.round(seconds);
  return t('{minutes} min {seconds} s', { minutes: Math.floor(whole / 60), seconds: String(whole % 60).padStart(2, '0') });
}

/** Formats a running clock: `0:48`. */
export function clockTime(milliseconds: number): string {
  const whole = Math.max(0, Math.floor(milliseconds / 1_000));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
