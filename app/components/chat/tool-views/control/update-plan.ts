import { t } from '../../../../lib/i18n/t.ts';
import { PlanCard } from '../../cards/plan-card.tsx';
import type { ToolView } from '../tool-view.ts';

export const updatePlanView: ToolView = {
  icon: 'i-lucide-list-checks',
  doing: () => t('Planning'),
  done: () => t('Plan not changed'),
  Card: PlanCard,
};
