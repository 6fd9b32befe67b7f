import { t } from '../../../../lib/i18n/t.ts';
import { QuestionCard } from '../../cards/question-card.tsx';
import { textOf } from '../../cards/step-view.ts';
import type { ToolView } from '../tool-view.ts';

export const askUserView: ToolView = {
  icon: 'i-lucide-circle-help',
  doing: () => t('Asking'),
  done: () => t('Asks'),
  subject: (input) => textOf(input, 'question'),
  Card: QuestionCard,
};
