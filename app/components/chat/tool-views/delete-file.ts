import { TOOL_NAMES } from '../../../lib/protocol/tool-names.ts';
import type { ToolView } from './tool-view.ts';

export const deleteFileView: ToolView = {
  toolName: TOOL_NAMES.deleteFile,
  icon: 'i-lucide-trash-2',
  doing: 'Deleting',
  done: 'Deleted',
};
