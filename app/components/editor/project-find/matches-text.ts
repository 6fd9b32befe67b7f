import { plural } from '../../../lib/i18n/plural.ts';

export function matchesText(matches: number): string {
  return plural(matches, { one: '{count} match', other: '{count} matches' });
}
