import { TOOL_NAMES } from '../../../lib/protocol/tool-names.ts';
import { listLength, numberOf, textOf } from '../cards/step-view.ts';
import type { ToolView } from './tool-view.ts';

export const historyView: ToolView = {
  toolName: TOOL_NAMES.history,
  icon: 'i-lucide-history',
  doing: 'Reading old versions',
  done: 'Read old versions',
  subject: (input) => {
    const version = numberOf(input, 'version');
    const before = textOf(input, 'before');
    const which = version === null ? (before === '' ? '' : `before ${before}`) : String(version);
    return which === '' ? textOf(input, 'path') : `${textOf(input, 'path')} (${which})`;
  },
  result: (output) => listLength(output, 'versions', 'version') || listLength(output, 'steps', 'step'),
};
