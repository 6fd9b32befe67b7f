import { t } from '../../../../lib/i18n/t.ts';
import { CompleteStep } from '../../cards/complete-step.tsx';
import type { ToolView } from '../tool-view.ts';

export const taskCompleteView: ToolView = {
  icon: 'i-lucide-sparkle',
  doing: () => t('Completing'),
  done: () => t('Not complete yet'),
  Card: CompleteStep,
};
