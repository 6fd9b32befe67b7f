import { t } from '../../i18n/t.ts';

/** The error when a project cannot be deleted because a tab has it open. */
export function openElsewhere(): Error {
  return new Error(t('The project is open in another tab. Close it there first'));
}
