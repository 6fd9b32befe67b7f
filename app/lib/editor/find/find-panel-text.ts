import { t } from '../../i18n/t.ts';

/** Texts of the find panel. */
export const FIND_PANEL_TEXT = {
  panel: () => t('Find in this file'),
  query: () => t('Find'),
  replacement: () => t('Replace with'),
  matchCase: () => t('Match case'),
  wholeWord: () => t('Whole word'),
  expression: () => t('Regular expression'),
  previous: () => t('Previous match (Shift+Enter)'),
  next: () => t('Next match (Enter)'),
  close: () => t('Close (Escape)'),
  replaceNext: () => t('Replace'),
  replaceAll: () => t('Replace all'),
  invalid: () => t('Not a valid expression'),
  none: () => t('No matches'),
  count: (current: number | null, total: string) => (current === null ? total : t('{current} of {total}', { current, total })),
} as const;
