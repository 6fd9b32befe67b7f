import { t, tIn } from '../../../lib/i18n/t.ts';
import { TOOL_NAMES } from '../../../lib/protocol/tool-names.ts';
import { CommandCard } from '../cards/commands/command-card.tsx';
import { textOf } from '../cards/step-view.ts';
import type { ToolView } from './tool-view.ts';

export const runCommandView: ToolView = {
  toolName: TOOL_NAMES.runCommand,
  icon: 'i-lucide-square-terminal',
  doing: () => tIn('of a tool', 'Running'),
  done: () => t('Ran'),
  subject: (input) => textOf(input, 'command'),
  Card: CommandCard,
};
