import { useEffect, useMemo, useState } from 'react';
import type { ProposedChange } from '../../lib/agent/calls/proposed-change.ts';
import { type ShownHunk, shownHunks } from '../../lib/agent/calls/shown-hunks.ts';
import { t } from '../../lib/i18n/t.ts';
import type { ApprovalId } from '../../lib/protocol/ids.ts';
import { $readProposals } from '../../lib/stores/proposals.ts';
import { useActions } from '../shell/workbench/workbench-context.tsx';
import { hunkRangeText } from '../ui/diff/hunk-range-text.ts';

type ProposedFile = Omit<ProposedChange, 'others'>;

export type Proposal =
  | { state: 'loading' }
  | { state: 'none' }
  | { state: 'known'; hunks: readonly ShownHunk[]; files: readonly ProposedFile[] };

/** The change that waits under an approval, taken apart as the executor would. */
export function useProposal(approvalId: ApprovalId): Proposal {
  const actions = useActions('approvals');
  const [change, setChange] = useState<ProposedChange | null | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    actions.proposedChange(approvalId).then((found) => {
      if (!isCurrent) return;
      setChange(found);
      $readProposals.set(new Set($readProposals.get()).add(approvalId));
    });
    return () => {
      isCurrent = false;
    };
  }, [actions, approvalId]);
  return useMemo(() => {
    if (change === undefined) return { state: 'loading' };
    if (change === null) return { state: 'none' };
    if (change.others === undefined) return { state: 'known', hunks: shownHunks(change.before, change.after), files: [change] };
    const files = [change, ...change.others];
    return { state: 'known', hunks: files.flatMap(hunksOfFile), files };
  }, [change]);
}

/** A change whose card is folded is read as well: it is among those that are approved together. */
export function FoldedProposal({ approvalId }: { approvalId: ApprovalId }) {
  useProposal(approvalId);
  return null;
}

/** One of several files: each hunk says whose it is, and a file without any is named all the same. */
function hunksOfFile({ path, before, after }: ProposedFile): ShownHunk[] {
  const hunks = shownHunks(before, after);
  if (hunks.length === 0) return [{ range: t('{path}, empty or no text', { path }), lines: [], added: 0, removed: 0 }];
  return hunks.map((hunk) => ({ ...hunk, range: rangeText(path, before, after, hunkRangeText(hunk.range)) }));
}

function rangeText(path: string, before: string, after: string, range: string): string {
  if (before === '') return t('{path} (new), {range}', { path, range });
  return after === '' ? t('{path} (removed), {range}', { path, range }) : `${path}, ${range}`;
}
