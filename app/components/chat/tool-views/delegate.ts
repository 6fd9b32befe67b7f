import { t } from '../../../lib/i18n/t.ts';
import { textOf } from '../cards/step-view.ts';
import { DelegateCard } from '../delegates/delegate-card.tsx';
import type { ToolView } from './tool-view.ts';

export const delegateView: ToolView = {
  icon: 'i-lucide-bot',
  doing: () => t('Sub-agent'),
  done: () => t('Sub-agent'),
  subject: (input) => textOf(input, 'task'),
  Card: DelegateCard,
};
