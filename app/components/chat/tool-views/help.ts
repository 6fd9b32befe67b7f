import { TOOL_NAMES } from '../../../lib/protocol/tool-names.ts';
import { textOf } from '../cards/step-view.ts';
import type { ToolView } from './tool-view.ts';

export const helpView: ToolView = {
  toolName: TOOL_NAMES.help,
  icon: 'i-lucide-book-open',
  doing: 'Reading the help',
  done: 'Read the help',
  subject: (input) => textOf(input, 'page'),
};
