import { t } from '../../../lib/i18n/t.ts';
import { textOf } from '../cards/step-view.ts';
import type { ToolView } from './tool-view.ts';

export const renameFileView: ToolView = {
  icon: 'i-lucide-file-pen',
  doing: () => t('Renaming'),
  done: () => t('Renamed'),
  subject: (input) => `${textOf(input, 'path')} → ${textOf(input, 'newPath')}`,
};
