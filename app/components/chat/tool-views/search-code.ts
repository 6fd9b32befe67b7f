import { TOOL_NAMES } from '../../../lib/protocol/tool-names.ts';
import { amount, numberOf, textOf } from '../cards/step-view.ts';
import type { ToolView } from './tool-view.ts';

export const searchCodeView: ToolView = {
  toolName: TOOL_NAMES.searchCode,
  icon: 'i-lucide-search',
  doing: 'Searching',
  done: 'Searched',
  subject: (input) => textOf(input, 'query'),
  result: (output) => amount(numberOf(output, 'matchCount'), 'match', 'matches'),
};
