import { t } from '../../../lib/i18n/t.ts';

/** Texts for a file that two sides have changed. */
export const CONFLICT_TEXT = {
  label: () => t('Two versions'),
  changed: () => t('This file was changed while you were typing.'),
  unsaved: () => t('Your text is not saved yet.'),
  compare: () => t('Compare'),
  edit: () => t('Back to the text'),
  both: () => t('Take both'),
  mine: () => t('Keep mine'),
  theirs: () => t('Take theirs'),
  difference: () => t('From their text to yours'),
} as const;
