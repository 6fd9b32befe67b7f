import { t } from '../../../lib/i18n/t.ts';
import { FileCard } from '../cards/file-card.tsx';
import type { ToolView } from './tool-view.ts';

export const editFileView: ToolView = {
  icon: 'i-lucide-file-pen',
  doing: () => t('Writing'),
  done: () => t('Changed'),
  Card: FileCard,
};
