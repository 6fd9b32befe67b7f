import { t } from '../../../lib/i18n/t.ts';

export const SESSION_ITEMS_TEXT = {
  caret: (line: number, column: number) => t('Ln {line}, Col {column}', { line, column }),
} as const;
