import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { amount, listLength, textOf } from '../cards/step-view.ts';
import type { ToolView } from './tool-view.ts';

export const listDirectoryView: ToolView = {
  icon: 'i-lucide-folder-open',
  doing: () => t('Listing'),
  done: () => t('Listed'),
  subject: (input) => textOf(input, 'path') || '/',
  result: (output) => amount(listLength(output, 'entries'), (count) => plural(count, { one: '{count} entry', other: '{count} entries' })),
};
