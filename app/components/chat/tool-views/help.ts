import { t } from '../../../lib/i18n/t.ts';
import { TOOL_NAMES } from '../../../lib/protocol/tool-names.ts';
import { textOf } from '../cards/step-view.ts';
import type { ToolView } from './tool-view.ts';

export const helpView: ToolView = {
  toolName: TOOL_NAMES.help,
  icon: 'i-lucide-book-open',
  doing: () => t('Reading the help'),
  done: () => t('Read the help'),
  subject: (input) => textOf(input, 'page'),
};
