import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { amount, numberOf, textOf } from '../cards/step-view.ts';
import type { ToolView } from './tool-view.ts';

export const findFilesView: ToolView = {
  icon: 'i-lucide-file-search',
  doing: () => t('Finding files'),
  done: () => t('Found files'),
  subject: (input) => textOf(input, 'pattern'),
  result: (output) => amount(numberOf(output, 'fileCount'), (count) => plural(count, { one: '{count} file', other: '{count} files' })),
};
