import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { TOOL_NAMES } from '../../../lib/protocol/tool-names.ts';
import { amount, listLength, numberOf, textOf } from '../cards/step-view.ts';
import type { ToolView } from './tool-view.ts';

export const historyView: ToolView = {
  toolName: TOOL_NAMES.history,
  icon: 'i-lucide-history',
  doing: () => t('Reading old versions'),
  done: () => t('Read old versions'),
  subject: (input) => {
    const version = numberOf(input, 'version');
    const before = textOf(input, 'before');
    const which = version === null ? (before === '' ? '' : t('before {step}', { step: before })) : String(version);
    return which === '' ? textOf(input, 'path') : `${textOf(input, 'path')} (${which})`;
  },
  result: (output) =>
    amount(listLength(output, 'versions'), (count) => plural(count, { one: '{count} version', other: '{count} versions' })) ||
    amount(listLength(output, 'steps'), (count) => plural(count, { one: '{count} step', other: '{count} steps' })),
};
