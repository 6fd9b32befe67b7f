import { plural } from '../../../lib/i18n/plural.ts';
import { t, tIn } from '../../../lib/i18n/t.ts';
import { amount, numberOf } from '../cards/step-view.ts';
import type { ToolView } from './tool-view.ts';

export const readFileView: ToolView = {
  icon: 'i-lucide-book-open',
  doing: () => t('Reading'),
  done: () => tIn('of a file', 'Read'),
  result: (output) => amount(numberOf(output, 'lineCount'), (count) => plural(count, { one: '{count} line', other: '{count} lines' })),
  grouped: (count) => plural(count, { one: 'Read {count} file', other: 'Read {count} files' }),
};
