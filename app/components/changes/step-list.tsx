import { type KeyboardEvent, useState } from 'react';
import type { StepSummary } from '../../lib/chat/past/undo-service.ts';
import { plural } from '../../lib/i18n/plural.ts';
import { t } from '../../lib/i18n/t.ts';
import { useActions } from '../page/workbench-context.tsx';
import { Icon } from '../ui/icon.tsx';
import { WorkButton } from '../ui/project-work/work-button.tsx';
import { WorkIconButton } from '../ui/project-work/work-icon-button.tsx';

const ICONS = {
  agent: 'i-lucide-file-pen',
  command: 'i-lucide-square-terminal',
  'user-command': 'i-lucide-square-terminal',
  user: 'i-lucide-user-pen',
  program: 'i-lucide-cog',
  elsewhere: 'i-lucide-messages-square',
  restore: 'i-lucide-undo-2',
  undo: 'i-lucide-undo-2',
} as const;

interface StepRowProps {
  step: StepSummary;
  isShown: boolean;
  onShow: (step: StepSummary) => void;
  onRestore: (step: StepSummary) => void;
}

function StepRow({ step, isShown, onShow, onRestore }: StepRowProps) {
  const actions = useActions('checkpoints');
  const { sequence, label, name, files, kind, isInEffect } = step;
  const isTurn = kind === 'undo' || kind === 'restore';
  return (
    <li className="past-step" data-shown={isShown}>
      <button
        type="button"
        id={`step-${sequence}`}
        className="past-step-label focus-inset"
        aria-pressed={isShown}
        title={`${label}\n${files.join('\n')}`}
        onClick={() => onShow(step)}
      >
        <Icon name={ICONS[kind]} className="c-text-3" />
        <span className={`truncate ${isInEffect ? '' : 'past-step-gone'}`}>
          {name !== null && <span className="font-500">★ {name} · </span>}
          {shortLabel(step)}
        </span>
      </button>
      {!isInEffect && <span className="text-sm c-text-3 shrink-0">{t('taken back')}</span>}
      {isInEffect && (
        <span className="row-acts">
          <WorkIconButton
            icon="i-lucide-flag-triangle-right"
            label={t('Go back to before this step')}
            aria-describedby={`step-${sequence}`}
            onClick={() => onRestore(step)}
          />
          <WorkButton variant="ghost" size={20} aria-describedby={`step-${sequence}`} onClick={() => actions.undoStep(sequence)}>
            {isTurn ? t('Redo') : t('Undo')}
          </WorkButton>
        </span>
      )}
    </li>
  );
}

interface StepListProps {
  title: string;
  /** In chronological order. */
  steps: readonly StepSummary[];
  isOpenAtFirst: boolean;
  shown: number | null;
  onShow: (step: StepSummary) => void;
  onRestore: (step: StepSummary) => void;
}

/** The steps of a task, newest first, folded until the user opens them. */
export function StepList({ title, steps, isOpenAtFirst, shown, onShow, onRestore }: StepListProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  if (steps.length === 0) return null;
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') setIsOpen(false);
  }
  return (
    <div className="past-steps">
      <button
        type="button"
        className="past-steps-fold focus-inset"
        aria-expanded={isOpen}
        aria-label={plural(steps.length, { one: '{count} step of {title}', other: '{count} steps of {title}' }, { title })}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={onKeyDown}
      >
        <Icon name={isOpen ? 'i-lucide-chevron-down' : 'i-lucide-chevron-right'} className="c-text-3" />
        {plural(steps.length, { one: '{count} step', other: '{count} steps' })}
      </button>
      {isOpen && (
        <ul aria-label={t('Steps of {title}', { title })}>
          {steps.toReversed().map((step) => (
            <StepRow key={step.sequence} step={step} isShown={step.sequence === shown} onShow={onShow} onRestore={onRestore} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** Omits folders, because in a narrow list the file names distinguish the steps. */
function shortLabel({ label, kind }: StepSummary): string {
  return kind === 'command' || kind === 'user-command' ? label : label.replace(/[^\s“„]+\/(?=[^\s/])/g, '');
}
