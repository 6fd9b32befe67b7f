import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { amount, listLength, textOf } from '../cards/step-view.ts';
import type { ToolView } from './tool-view.ts';

export const getErrorsView: ToolView = {
  icon: 'i-lucide-triangle-alert',
  doing: () => t('Checking for errors'),
  done: () => t('Checked for errors'),
  subject: (input) => textOf(input, 'source'),
  result: (output) => amount(listLength(output, 'errors'), (count) => plural(count, { one: '{count} error', other: '{count} errors' })),
};
