import { t } from '../../i18n/t.ts';

/** What the journal and the model call a place that no words of the user name. */
export const OTHER_VERSION = 'another version of the conversation';
export const PROGRAM_CALLS = 'Calls of a program';
export const NEXT_TASK = 'The next task';

/** The label of a place in the user's language: what the user wrote stays as it is. */
export function shownLabel(label: string): string {
  switch (label) {
    case OTHER_VERSION:
      return t('another version of the conversation');
    case PROGRAM_CALLS:
      return t('Calls of a program');
    case NEXT_TASK:
      return t('The next task');
    default:
      return label;
  }
}
