import { TOOL_NAMES } from '../../../lib/protocol/tool-names.ts';
import { amount, numberOf, textOf } from '../cards/step-view.ts';
import type { ToolView } from './tool-view.ts';

export const webSearchView: ToolView = {
  toolName: TOOL_NAMES.webSearch,
  icon: 'i-lucide-search',
  doing: 'Searching the web',
  done: 'Searched the web',
  subject: (input) => textOf(input, 'query'),
  result: (output) => `${amount(numberOf(output, 'sourceCount'), 'source', 'sources')} from the web, untrusted`,
};
