import { t, tIn } from '../../../lib/i18n/t.ts';
import { CommandCard } from '../cards/commands/command-card.tsx';
import { textOf } from '../cards/step-view.ts';
import type { ToolView } from './tool-view.ts';

export const runCommandView: ToolView = {
  icon: 'i-lucide-square-terminal',
  doing: () => tIn('of a tool', 'Running'),
  done: () => t('Ran'),
  subject: (input) => textOf(input, 'command'),
  Card: CommandCard,
};
