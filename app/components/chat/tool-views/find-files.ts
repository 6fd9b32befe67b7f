import { TOOL_NAMES } from '../../../lib/protocol/tool-names.ts';
import { amount, numberOf, textOf } from '../cards/step-view.ts';
import type { ToolView } from './tool-view.ts';

export const findFilesView: ToolView = {
  toolName: TOOL_NAMES.findFiles,
  icon: 'i-lucide-file-search',
  doing: 'Finding files',
  done: 'Found files',
  subject: (input) => textOf(input, 'pattern'),
  result: (output) => amount(numberOf(output, 'fileCount'), 'file', 'files'),
};
