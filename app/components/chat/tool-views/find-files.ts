import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { TOOL_NAMES } from '../../../lib/protocol/tool-names.ts';
import { amount, numberOf, textOf } from '../cards/step-view.ts';
import type { ToolView } from './tool-view.ts';

export const findFilesView: ToolView = {
  toolName: TOOL_NAMES.findFiles,
  icon: 'i-lucide-file-search',
  doing: () => t('Finding files'),
  done: () => t('Found files'),
  subject: (input) => textOf(input, 'pattern'),
  result: (output) => amount(numberOf(output, 'fileCount'), (count) => plural(count, { one: '{count} file', other: '{count} files' })),
};
