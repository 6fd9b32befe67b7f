import { t } from '../../../lib/i18n/t.ts';
import { TOOL_NAMES } from '../../../lib/protocol/tool-names.ts';
import { textOf } from '../cards/step-view.ts';
import { DelegateCard } from '../delegates/delegate-card.tsx';
import type { ToolView } from './tool-view.ts';

export const delegateView: ToolView = {
  toolName: TOOL_NAMES.delegate,
  icon: 'i-lucide-bot',
  doing: () => t('Sub-agent'),
  done: () => t('Sub-agent'),
  subject: (input) => textOf(input, 'task'),
  Card: DelegateCard,
};
