import { useEffect, useMemo, useState } from 'react';
import { type ShownHunk, shownHunks } from '../../lib/agent/calls/shown-hunks.ts';
import type { ProposedChange } from '../../lib/agent/contract/proposed-change.ts';
import { t } from '../../lib/i18n/t.ts';
import { errorMessage } from '../../lib/protocol/error-message.ts';
import type { ApprovalId } from '../../lib/protocol/ids.ts';
import { $readProposals } from '../../lib/stores/proposals.ts';
import { useActions } from '../page/workbench-context.tsx';
import { hunkRangeText } from '../ui/diff/hunk-range-text.ts';

type ProposedFile = Omit<ProposedChange, 'others'>;

export type Proposal =
  | { state: 'loading' }
  | { state: 'none' }
  /** It could not be read: nobody can see what would change, so it cannot be approved. */
  | { state: 'failed'; failure: string; again: () => void }
  | { state: 'known'; hunks: readonly ShownHunk[]; files: readonly ProposedFile[] };

/** The change that waits under an approval, taken apart as the executor would. */
export function useProposal(approvalId: ApprovalId): Proposal {
  const actions = useActions('approvals');
  const [change, setChange] = useState<ProposedChange | null | undefined>(undefined);
  const [failure, setFailure] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try reads again
  useEffect(() => {
    let isCurrent = true;
    setFailure(null);
    actions.proposedChange(approvalId).then(
      (found) => {
        if (!isCurrent) return;
        setChange(found);
        $readProposals.set(new Set($readProposals.get()).add(approvalId));
      },
      (error: unknown) => {
        if (!isCurrent) return;
        setFailure(errorMessage(error));
        $readProposals.set(new Set([...$readProposals.get()].filter((each) => each !== approvalId)));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [actions, approvalId, tries]);
  return useMemo(() => {
    if (failure !== null) return { state: 'failed', failure, again: () => setTries((before) => before + 1) };
    if (change === undefined) return { state: 'loading' };
    if (change === null) return { state: 'none' };
    if (change.others === undefined) return { state: 'known', hunks: shownHunks(change.before, change.after), files: [change] };
    const files = [change, ...change.others];
    return { state: 'known', hunks: files.flatMap(hunksOfFile), files };
  }, [change, failure]);
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
