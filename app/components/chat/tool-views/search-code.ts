import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { amount, numberOf, textOf } from '../cards/step-view.ts';
import type { ToolView } from './tool-view.ts';

export const searchCodeView: ToolView = {
  icon: 'i-lucide-search',
  doing: () => t('Searching'),
  done: () => t('Searched'),
  subject: (input) => textOf(input, 'query'),
  result: (output) => amount(numberOf(output, 'matchCount'), (count) => plural(count, { one: '{count} match', other: '{count} matches' })),
};
