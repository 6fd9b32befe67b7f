import { TOOL_NAMES } from '../../../lib/protocol/tool-names.ts';
import { amount, numberOf, textOf } from '../cards/step-view.ts';
import type { ToolView } from './tool-view.ts';

export const fetchUrlView: ToolView = {
  toolName: TOOL_NAMES.fetchUrl,
  icon: 'i-lucide-globe',
  doing: 'Reading the page',
  done: 'Read the page',
  subject: (input) => textOf(input, 'url'),
  result: (output) => `${amount(numberOf(output, 'characterCount'), 'character', 'characters')} from the web, untrusted`,
};
