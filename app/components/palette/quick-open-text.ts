import { t } from '../../lib/i18n/t.ts';

/** Texts of the list that opens files. */
export const QUICK_OPEN_TEXT = {
  title: () => t('Open a file'),
  placeholder: () => t('File name; :42 for a line'),
  nothing: (name: string) => (name === '' ? t('No file is open, and the project has none.') : t('No file is called “{name}”.', { name })),
  line: (line: number) => t('line {line}', { line }),
} as const;
