import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useState } from 'react';
import { type ShownHunk, shownHunks } from '../../lib/agent/calls/shown-hunks.ts';
import type { ProposedChange } from '../../lib/agent/contract/proposed-change.ts';
import { waitingCalls } from '../../lib/attention/waiting-calls.ts';
import { t } from '../../lib/i18n/t.ts';
import { errorMessage } from '../../lib/protocol/error-message.ts';
import type { ApprovalId } from '../../lib/protocol/ids.ts';
import type { ApprovalRequest } from '../../lib/protocol/tool-call.ts';
import { $chat } from '../../lib/stores/chat.ts';
import { $awayPlace } from '../../lib/stores/other-tab.ts';
import { $readProposals } from '../../lib/stores/proposals.ts';
import { useActions } from '../page/workbench-context.tsx';
import { hunkRangeText } from '../ui/diff/hunk-range-text.ts';

type ProposedFile = Omit<ProposedChange, 'others'>;

export type Proposal =
  | { state: 'loading' }
  | { state: 'none' }
  /** The change could not be read, so it cannot be approved. */
  | { state: 'failed'; failure: string; again: () => void }
  | { state: 'known'; hunks: readonly ShownHunk[]; files: readonly ProposedFile[] };

/** Returns the proposed change of an approval, split into hunks in the same way as by the executor. */
export function useProposal(approvalId: ApprovalId): Proposal {
  const actions = useActions('approvals');
  const [change, setChange] = useState<ProposedChange | null | undefined>(undefined);
  const [failure, setFailure] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  const asked = useAsked(approvalId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try reads again, and so does each session that asks: a machine is back
  useEffect(() => {
    let isCurrent = true;
    setFailure(null);
    // Files as last seen here may differ from those of the machine.
    const mayApprove = $awayPlace.get() === null;
    actions.proposedChange(approvalId).then(
      (found) => {
        if (!isCurrent) return;
        setChange(found);
        if (mayApprove) $readProposals.set(new Set($readProposals.get()).add(approvalId));
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
  }, [actions, approvalId, asked, tries]);
  return useMemo(() => {
    if (failure !== null) return { state: 'failed', failure, again: () => setTries((before) => before + 1) };
    if (change === undefined) return { state: 'loading' };
    if (change === null) return { state: 'none' };
    if (change.others === undefined) return { state: 'known', hunks: shownHunks(change.before, change.after), files: [change] };
    const files = [change, ...change.others];
    return { state: 'known', hunks: files.flatMap(hunksOfFile), files };
  }, [change, failure]);
}

/** Returns the question as the session that shows it has it: another object once another session asks it. */
function useAsked(approvalId: ApprovalId): ApprovalRequest | null {
  const { toolCalls, delegates } = useStore($chat, { keys: ['toolCalls', 'delegates'] });
  return useMemo(() => {
    const asking = waitingCalls(toolCalls, delegates).find(({ approval }) => approval.approvalId === approvalId);
    return asking?.approval ?? null;
  }, [toolCalls, delegates, approvalId]);
}

/** Reads the change of a folded card, so that it can be approved together with the others. */
export function FoldedProposal({ approvalId }: { approvalId: ApprovalId }) {
  useProposal(approvalId);
  return null;
}

/** Returns the hunks of one of several files, with its path in each; a file without hunks is listed too. */
function hunksOfFile({ path, before, after }: ProposedFile): ShownHunk[] {
  const hunks = shownHunks(before, after);
  if (hunks.length === 0) return [{ range: t('{path}, empty or no text', { path }), lines: [], added: 0, removed: 0 }];
  return hunks.map((hunk) => ({ ...hunk, range: rangeText(path, before, after, hunkRangeText(hunk.range)) }));
}

function rangeText(path: string, before: string, after: string, range: string): string {
  if (before === '') return t('{path} (new), {range}', { path, range });
  return after === '' ? t('{path} (removed), {range}', { path, range }) : `${path}, ${range}`;
}
