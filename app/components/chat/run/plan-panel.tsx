import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import type { Subgoal } from '../../../lib/protocol/plan.ts';
import { $chat } from '../../../lib/stores/chat.ts';
import { DisclosureButton } from '../../ui/disclosure-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { isRunOpen } from '../../ui/text/agent-status-text.ts';
import { shortText } from '../../ui/text/short-text.ts';
import { PlanList } from './plan-list.tsx';

/** Returns the objective in progress, or else the next one. */
function currentOf(plan: readonly Subgoal[]): string {
  const current = plan.find(({ status }) => status === 'in_progress') ?? plan.find(({ status }) => status !== 'completed');
  return current?.objective ?? t('all done');
}

/**
 * The plan above the message box: one line that unfolds. It folds away when everything is done and the run has ended, and when a new task
 * begins without it; its cards stay in the conversation.
 */
export function PlanPanel() {
  const { plan, isPlanOld, status } = useStore($chat, { keys: ['plan', 'isPlanOld', 'status'] });
  const [isOpen, setIsOpen] = useState(false);
  const bodyId = useId();
  const done = plan.filter((subgoal) => subgoal.status === 'completed').length;
  if (plan.length === 0 || isPlanOld || (done === plan.length && !isRunOpen(status))) return null;
  return (
    <section aria-label={t('Plan')} className="plan-panel" data-open={isOpen}>
      <DisclosureButton className="plan-line" isOpen={isOpen} regionId={bodyId} onToggle={() => setIsOpen(!isOpen)}>
        <Icon name="i-lucide-list-checks" className="c-text-3" />
        <span className="tabular shrink-0">{t('Plan {done}/{all}:', { done, all: plan.length })}</span>
        <span className="truncate flex-1 c-text-1">{shortText(currentOf(plan))}</span>
        <Icon name={isOpen ? 'i-lucide-chevron-down' : 'i-lucide-chevron-up'} className="c-text-3" />
      </DisclosureButton>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        <div id={bodyId} className="max-h-[min(240px,32dvh)] pt-4px px-10px pb-10px scroll focus-inset" tabIndex={0}>
          <PlanList subgoals={plan} hasDetails />
        </div>
      )}
    </section>
  );
}
