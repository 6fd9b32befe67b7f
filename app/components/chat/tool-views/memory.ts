import { TOOL_NAMES } from '../../../lib/protocol/tool-names.ts';
import { amount, numberOf, textOf } from '../cards/step-view.ts';
import type { ToolView } from './tool-view.ts';

export const memoryView: ToolView = {
  toolName: TOOL_NAMES.memory,
  icon: 'i-lucide-notebook-pen',
  doing: 'Memory',
  done: 'Memory',
  subject: (input) => [textOf(input, 'action'), textOf(input, 'fact')].filter(Boolean).join(': '),
  result: (output) => amount(numberOf(output, 'factCount'), 'fact', 'facts'),
};
