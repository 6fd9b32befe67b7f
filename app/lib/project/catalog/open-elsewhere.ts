import { t } from '../../i18n/t.ts';

/** Why nothing of a project is deleted: a tab works on it. */
export function openElsewhere(): Error {
  return new Error(t('The project is open in another tab. Close it there first'));
}
