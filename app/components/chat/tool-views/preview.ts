import { TOOL_NAMES } from '../../../lib/protocol/tool-names.ts';
import { numberOf, textOf } from '../cards/step-view.ts';
import type { ToolView } from './tool-view.ts';

export const previewView: ToolView = {
  toolName: TOOL_NAMES.preview,
  icon: 'i-lucide-eye',
  doing: 'Looking at the preview',
  done: 'Looked at the preview',
  subject: (input) => [numberOf(input, 'port') ?? '', textOf(input, 'path')].join(''),
  result: (output) => textOf(output, 'note') || textOf(output, 'title'),
};
