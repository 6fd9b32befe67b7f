import { plural } from '../../../lib/i18n/plural.ts';
import { tIn } from '../../../lib/i18n/t.ts';
import { amount, numberOf, textOf } from '../cards/step-view.ts';
import type { ToolView } from './tool-view.ts';

export const memoryView: ToolView = {
  icon: 'i-lucide-notebook-pen',
  doing: () => tIn('of the agent', 'Memory'),
  done: () => tIn('of the agent', 'Memory'),
  subject: (input) => [textOf(input, 'action'), textOf(input, 'fact')].filter(Boolean).join(': '),
  result: (output) => amount(numberOf(output, 'factCount'), (count) => plural(count, { one: '{count} fact', other: '{count} facts' })),
};
