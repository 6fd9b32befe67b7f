import { t } from '../../i18n/t.ts';

/** Labels of versions that the user has not named, as the journal and the model see them. */
export const OTHER_VERSION = 'another version of the conversation';
export const PROGRAM_CALLS = 'Calls of a program';
export const NEXT_TASK = 'The next task';
/** A message without words of its own. */
export const ATTACHMENTS = 'Attachments';

/** A place's label in the user's language; the user's own words stay unchanged. */
export function shownLabel(label: string): string {
  switch (label) {
    case OTHER_VERSION:
      return t('another version of the conversation');
    case PROGRAM_CALLS:
      return t('Calls of a program');
    case NEXT_TASK:
      return t('The next task');
    case ATTACHMENTS:
      return t('Attachments');
    default:
      return label;
  }
}
