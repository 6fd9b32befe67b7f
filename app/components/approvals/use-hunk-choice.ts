import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { t } from '../../lib/i18n/t.ts';
import type { ApprovalId } from '../../lib/protocol/ids.ts';
import type { ApprovalAnswer } from '../../lib/protocol/tool-call.ts';
import { $proposalChoices, type ProposalChoice } from '../../lib/stores/proposals.ts';

/** Which hunks of a change the user leaves out, with the reason for each. */
export interface HunkChoice extends ProposalChoice {
  setCount(count: number): void;
  toggle(hunk: number): void;
  explain(hunk: number, reason: string): void;
}

const NONE: ProposalChoice = { refused: new Map(), count: 0 };

/** The same for all that show the proposal. */
export function useHunkChoice(approvalId: ApprovalId): HunkChoice {
  const choice = useStore($proposalChoices).get(approvalId) ?? NONE;
  return useMemo(() => {
    const { refused, count } = choice;
    const change = (next: ProposalChoice) => $proposalChoices.set(new Map($proposalChoices.get()).set(approvalId, next));
    return {
      refused,
      count,
      setCount(next) {
        if (next !== count) change({ refused, count: next });
      },
      toggle(hunk) {
        const next = new Map(refused);
        if (!next.delete(hunk)) next.set(hunk, '');
        change({ refused: next, count });
      },
      explain: (hunk, reason) => change({ refused: new Map(refused).set(hunk, reason), count }),
    };
  }, [approvalId, choice]);
}

/** What approving means now: all of it, or only the hunks that are left; null when none is. */
export function approvalOf({ refused, count }: ProposalChoice): ApprovalAnswer | null {
  if (refused.size === 0) return { decision: 'approve' };
  const accepted = Array.from({ length: count }, (_, hunk) => hunk).filter((hunk) => !refused.has(hunk));
  if (accepted.length === 0) return null;
  const reasons = [...refused].flatMap(([hunk, reason]) => (reason.trim() === '' ? [] : [{ hunk, reason: reason.trim() }]));
  return { decision: 'hunks', accepted, ...(reasons.length === 0 ? {} : { reasons }) };
}

/** The same of a call that waits, as it is chosen now. */
export function chosenAnswer(approvalId: ApprovalId): ApprovalAnswer | null {
  return approvalOf($proposalChoices.get().get(approvalId) ?? NONE);
}

/** On the button that approves. */
export function approveLabel({ refused, count }: ProposalChoice): string {
  return refused.size === 0 ? t('Approve') : t('Approve {taken} of {all} hunks', { taken: count - refused.size, all: count });
}
