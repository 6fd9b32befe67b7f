import { TOOL_NAMES } from '../../../lib/protocol/tool-names.ts';
import { listLength, textOf } from '../cards/step-view.ts';
import type { ToolView } from './tool-view.ts';

export const listDirectoryView: ToolView = {
  toolName: TOOL_NAMES.listDirectory,
  icon: 'i-lucide-folder-open',
  doing: 'Listing',
  done: 'Listed',
  subject: (input) => textOf(input, 'path') || '/',
  result: (output) => listLength(output, 'entries', 'entry'),
};
