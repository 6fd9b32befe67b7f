import { t } from '../../../lib/i18n/t.ts';
import { FileCard } from '../cards/file-card.tsx';
import type { ToolView } from './tool-view.ts';

export const writeFileView: ToolView = {
  icon: 'i-lucide-file-plus-2',
  doing: () => t('Writing'),
  done: () => t('Wrote'),
  Card: FileCard,
};
