import { TOOL_NAMES } from '../../../lib/protocol/tool-names.ts';
import { amount, numberOf } from '../cards/step-view.ts';
import type { ToolView } from './tool-view.ts';

export const readFileView: ToolView = {
  toolName: TOOL_NAMES.readFile,
  icon: 'i-lucide-book-open',
  doing: 'Reading',
  done: 'Read',
  result: (output) => amount(numberOf(output, 'lineCount'), 'line', 'lines'),
  grouped: (count) => `Read ${count} files`,
};
