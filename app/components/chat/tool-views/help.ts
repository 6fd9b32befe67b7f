import { t } from '../../../lib/i18n/t.ts';
import { textOf } from '../cards/step-view.ts';
import type { ToolView } from './tool-view.ts';

export const helpView: ToolView = {
  icon: 'i-lucide-book-open',
  doing: () => t('Reading the help'),
  done: () => t('Read the help'),
  subject: (input) => textOf(input, 'page'),
};
