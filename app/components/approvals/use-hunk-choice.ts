import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { t } from '../../lib/i18n/t.ts';
import type { ApprovalId } from '../../lib/protocol/ids.ts';
import type { ApprovalAnswer, ApprovalRequest } from '../../lib/protocol/tool-call.ts';
import { $proposalChoices, $readProposals, $undrawnRequests, type ProposalChoice } from '../../lib/stores/proposals.ts';

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
    // Of what is chosen by now, not of what was shown: an effect of an earlier drawing would take back what the user has left out since.
    const change = (next: (now: ProposalChoice) => ProposalChoice) => {
      const choices = $proposalChoices.get();
      $proposalChoices.set(new Map(choices).set(approvalId, next(choices.get(approvalId) ?? NONE)));
    };
    return {
      ...choice,
      setCount(count) {
        if (count !== chosenNow(approvalId).count) change((now) => ({ ...now, count }));
      },
      toggle: (hunk) =>
        change(({ refused, count }) => {
          const next = new Map(refused);
          if (!next.delete(hunk)) next.set(hunk, '');
          return { refused: next, count };
        }),
      explain: (hunk, reason) => change(({ refused, count }) => ({ refused: new Map(refused).set(hunk, reason), count })),
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

/** The same of a call that waits, as it is chosen now; null also while nobody can see what it would change. */
export function chosenAnswer(approval: ApprovalRequest): ApprovalAnswer | null {
  return isReadIn($readProposals.get(), $undrawnRequests.get(), approval) ? approvalOf(chosenNow(approval.approvalId)) : null;
}

/** Whether what the request would do is before the user: a change is read first, and after a reload planned again. */
export function useIsRead(approval: ApprovalRequest): boolean {
  return isReadIn(useStore($readProposals), useStore($undrawnRequests), approval);
}

/** The same of all of them. */
export function useAreAllRead(approvals: readonly ApprovalRequest[]): boolean {
  const read = useStore($readProposals);
  const undrawn = useStore($undrawnRequests);
  return approvals.every((approval) => isReadIn(read, undrawn, approval));
}

/** Whether the request itself says what would be done. */
export function isReadAsItIs({ subject: { kind } }: ApprovalRequest): boolean {
  return kind === 'command' || kind === 'foreign';
}

function isReadIn(read: ReadonlySet<ApprovalId>, undrawn: ReadonlySet<ApprovalId>, approval: ApprovalRequest): boolean {
  if (undrawn.has(approval.approvalId)) return false;
  return isReadAsItIs(approval) || read.has(approval.approvalId);
}

function chosenNow(approvalId: ApprovalId): ProposalChoice {
  return $proposalChoices.get().get(approvalId) ?? NONE;
}

/** On the button that approves. */
export function approveLabel({ refused, count }: ProposalChoice): string {
  return refused.size === 0 ? t('Approve') : t('Approve {taken} of {all} hunks', { taken: count - refused.size, all: count });
}
