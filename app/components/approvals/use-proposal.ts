import { useEffect, useMemo, useState } from 'react';
import type { ApprovalId } from '../../lib/protocol/ids.ts';
import { useActions } from '../shell/workbench/workbench-context.tsx';
import { type ShownHunk, shownHunks } from './shown-hunks.ts';

export type Proposal = { state: 'loading' } | { state: 'none' } | { state: 'known'; hunks: readonly ShownHunk[] };

/** The change that waits under an approval, taken apart as the executor would. */
export function useProposal(approvalId: ApprovalId): Proposal {
  const actions = useActions('approvals');
  const [change, setChange] = useState<{ before: string; after: string } | null | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    actions.proposedChange(approvalId).then((found) => {
      if (isCurrent) setChange(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [actions, approvalId]);
  return useMemo(() => {
    if (change === undefined) return { state: 'loading' };
    return change === null ? { state: 'none' } : { state: 'known', hunks: shownHunks(change.before, change.after) };
  }, [change]);
}
