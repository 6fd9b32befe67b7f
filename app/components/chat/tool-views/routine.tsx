import { t } from '../../../lib/i18n/t.ts';
import { CommandCard } from '../cards/commands/command-card.tsx';
import { StepRow } from '../cards/step-row.tsx';
import { fieldOf, type StepView, textOf } from '../cards/step-view.ts';
import type { ToolCardProps, ToolView } from './tool-view.ts';

/** A routine's run is shown as a command: the filled command, or the routine's name until that is known. */
function RoutineCard({ step }: ToolCardProps) {
  return textOf(step.input, 'action') === 'run' ? <CommandCard step={asCommand(step)} /> : <StepRow step={step} />;
}

function asCommand(step: StepView): StepView {
  const command = textOf(step.output, 'command') || `/run ${words(step)}`;
  return { ...step, input: { command, reasoning: fieldOf(step.input, 'reasoning') ?? '' } };
}

function words({ input }: Pick<StepView, 'input'>): string {
  return `${textOf(input, 'name')} ${textOf(input, 'arguments')}`.trim();
}

export const routineView: ToolView = {
  icon: 'i-lucide-square-terminal',
  doing: () => t('Routines'),
  done: () => t('Routines'),
  subject: (input) => words({ input }),
  Card: RoutineCard,
};
