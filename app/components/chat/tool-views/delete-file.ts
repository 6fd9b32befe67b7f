import { t } from '../../../lib/i18n/t.ts';
import { TOOL_NAMES } from '../../../lib/protocol/tool-names.ts';
import type { ToolView } from './tool-view.ts';

export const deleteFileView: ToolView = {
  toolName: TOOL_NAMES.deleteFile,
  icon: 'i-lucide-trash-2',
  doing: () => t('Deleting'),
  done: () => t('Deleted'),
};
