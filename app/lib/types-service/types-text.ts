import { plural } from '../i18n/plural.ts';
import { t } from '../i18n/t.ts';

const MOST_NAMED = 3;

/** Texts of the type checker. */
export const TYPES_TEXT = {
  missing(packages: readonly string[]): string {
    const names = packages.slice(0, MOST_NAMED).join(', ');
    const more = packages.length - MOST_NAMED;
    if (more <= 0) return t('Install the packages to see their types: {names}.', { names });
    return plural(
      more,
      {
        one: 'Install the packages to see their types: {names}, and one more.',
        other: 'Install the packages to see their types: {names}, and {count} more.',
      },
      { names },
    );
  },
  tooSlow: (why: string) => t('{why} This file is checked again when it changes; a type in it may be too complex.', { why }),
  off: (why: string) => t('Types are switched off: {why} They come back when the project is opened again.', { why }),
} as const;
