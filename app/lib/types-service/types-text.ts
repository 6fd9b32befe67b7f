import { plural } from '../i18n/plural.ts';
import { t } from '../i18n/t.ts';
import type { TypesTrouble } from './worker-ends.ts';

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
  trouble({ paths, why }: TypesTrouble): string {
    if (paths === null) return t('Types are not checked right now: {why} They are checked again after a while.', { why });
    return t('The types of {names} are not checked right now: {why} They are checked again after a while, or when that file changes.', {
      names: namesOf(paths),
      why,
    });
  },
  troubleForAgent({ paths, why }: TypesTrouble): string {
    const whose = paths === null ? 'Types' : `The types of ${namesOf(paths)}`;
    return `${whose} are not checked right now: ${why} That is no error of the project. They are checked again by themselves: ask again in half a minute; until then a type check of the project (such as tsc --noEmit) says what is wrong.`;
  },
  stillChecking: 'Types are still being checked: errors of types may be missing. Ask again in a few seconds.',
} as const;

function namesOf(paths: readonly string[]): string {
  const more = paths.length - MOST_NAMED;
  return more <= 0 ? paths.join(', ') : `${paths.slice(0, MOST_NAMED).join(', ')} (+${more})`;
}
