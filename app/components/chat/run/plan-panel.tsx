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
 * The plan above the message box: one line that unfolds, and folds when a new task begins. A finished one goes with its run; one that was
 * left open stays as the line of an earlier plan. Its cards stay in the conversation.
 */
export function PlanPanel() {
  const { plan, isPlanOld, status, messages, remarks } = useStore($chat, { keys: ['plan', 'isPlanOld', 'status', 'messages', 'remarks'] });
  const task = messages.findLast(({ id, role }) => role === 'user' && !remarks.has(id))?.id ?? '';
  const [openIn, setOpenIn] = useState<string | null>(null);
  const isOpen = openIn === task;
  const bodyId = useId();
  const done = plan.filter((subgoal) => subgoal.status === 'completed').length;
  if (plan.length === 0 || (done === plan.length && (isPlanOld || !isRunOpen(status)))) return null;
  const counts = { done, all: plan.length };
  return (
    <section aria-label={t('Plan')} className="plan-panel" data-open={isOpen}>
      <DisclosureButton className="plan-line" isOpen={isOpen} regionId={bodyId} onToggle={() => setOpenIn(isOpen ? null : task)}>
        <Icon name="i-lucide-list-checks" className="c-text-3" />
        <span className="tabular shrink-0">{isPlanOld ? t('Earlier plan {done}/{all}:', counts) : t('Plan {done}/{all}:', counts)}</span>
        <span className={`truncate flex-1 ${isPlanOld ? '' : 'c-text-1'}`}>{shortText(currentOf(plan))}</span>
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
