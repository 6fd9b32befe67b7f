import { t } from '../../../lib/i18n/t.ts';
import type { ToolView } from './tool-view.ts';

export const deleteFileView: ToolView = {
  icon: 'i-lucide-trash-2',
  doing: () => t('Deleting'),
  done: () => t('Deleted'),
};
