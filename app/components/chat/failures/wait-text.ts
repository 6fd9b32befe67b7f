import { t } from '../../../lib/i18n/t.ts';

export function waitText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) {
    const minutes = Math.floor(seconds / 60);
    return seconds % 60 === 0 ? `${minutes} min` : t('{minutes} min {seconds} s', { minutes, seconds: seconds % 60 });
  }
  return t('{hours} h {minutes} min', { hours: Math.floor(seconds / 3_600), minutes: Math.floor((seconds % 3_600) / 60) });
}
