import { TOOL_NAMES } from '../../../lib/protocol/tool-names.ts';
import { listLength, textOf } from '../cards/step-view.ts';
import type { ToolView } from './tool-view.ts';

export const getErrorsView: ToolView = {
  toolName: TOOL_NAMES.getErrors,
  icon: 'i-lucide-triangle-alert',
  doing: 'Checking for errors',
  done: 'Checked for errors',
  subject: (input) => textOf(input, 'source'),
  result: (output) => listLength(output, 'errors', 'error'),
};
