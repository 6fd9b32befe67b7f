import { t } from '../../../lib/i18n/t.ts';
import { textOf } from '../cards/step-view.ts';
import type { ToolView } from './tool-view.ts';

export const processView: ToolView = {
  icon: 'i-lucide-activity',
  doing: () => t('Processes'),
  done: () => t('Processes'),
  subject: (input) => `${textOf(input, 'action').replace('ctrl_c', 'Ctrl-C')} ${textOf(input, 'processId')}`.trim(),
};
