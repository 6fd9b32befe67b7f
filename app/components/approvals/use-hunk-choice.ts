import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { t } from '../../lib/i18n/t.ts';
import type { ApprovalId } from '../../lib/protocol/ids.ts';
import type { ApprovalAnswer, ApprovalRequest } from '../../lib/protocol/tool-call.ts';
import { $proposalChoices, $readProposals, $undrawnRequests, type ProposalChoice } from '../../lib/stores/proposals.ts';

/** The hunks of a change that the user skips, each with a reason. */
export interface HunkChoice extends ProposalChoice {
  setCount(count: number): void;
  toggle(hunk: number): void;
  explain(hunk: number, reason: string): void;
}

const NONE: ProposalChoice = { refused: new Map(), count: 0 };

/** Returns the choice, which is shared by all views of the proposal. */
export function useHunkChoice(approvalId: ApprovalId): HunkChoice {
  const choice = useStore($proposalChoices).get(approvalId) ?? NONE;
  return useMemo(() => {
    // Based on the current choice and not on the rendered one: an effect of an earlier render would otherwise revert what the user has
    // skipped since.
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

/** Returns the answer that approving gives now: everything, or only the hunks that are not skipped; null if all are skipped. */
export function approvalOf({ refused, count }: ProposalChoice): ApprovalAnswer | null {
  if (refused.size === 0) return { decision: 'approve' };
  const accepted = Array.from({ length: count }, (_, hunk) => hunk).filter((hunk) => !refused.has(hunk));
  if (accepted.length === 0) return null;
  const reasons = [...refused].flatMap(([hunk, reason]) => (reason.trim() === '' ? [] : [{ hunk, reason: reason.trim() }]));
  return { decision: 'hunks', accepted, ...(reasons.length === 0 ? {} : { reasons }) };
}

/** Returns that answer for a waiting request, from the current choice; null also while the request's change is not visible. */
export function chosenAnswer(approval: ApprovalRequest): ApprovalAnswer | null {
  return isReadIn($readProposals.get(), $undrawnRequests.get(), approval) ? approvalOf(chosenNow(approval.approvalId)) : null;
}

/** Returns whether the user can see what the request would do: a change must be read first, and planned again after a reload. */
export function useIsRead(approval: ApprovalRequest): boolean {
  return isReadIn(useStore($readProposals), useStore($undrawnRequests), approval);
}

/** Like `useIsRead`, for all of these requests. */
export function useAreAllRead(approvals: readonly ApprovalRequest[]): boolean {
  const read = useStore($readProposals);
  const undrawn = useStore($undrawnRequests);
  return approvals.every((approval) => isReadIn(read, undrawn, approval));
}

/** Whether the request itself contains the action. */
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

/** Returns the label of the Approve button. */
export function approveLabel({ refused, count }: ProposalChoice): string {
  return refused.size === 0 ? t('Approve') : t('Approve {taken} of {all} hunks', { taken: count - refused.size, all: count });
}
