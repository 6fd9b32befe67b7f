import { t } from '../../../lib/i18n/t.ts';
import { TOOL_NAMES } from '../../../lib/protocol/tool-names.ts';
import { FileCard } from '../cards/file-card.tsx';
import type { ToolView } from './tool-view.ts';

export const editFileView: ToolView = {
  toolName: TOOL_NAMES.editFile,
  icon: 'i-lucide-file-pen',
  doing: () => t('Writing'),
  done: () => t('Changed'),
  Card: FileCard,
};
