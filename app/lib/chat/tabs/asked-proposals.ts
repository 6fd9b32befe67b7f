import type { Clock } from '../../agent/contract/ports.ts';
import type { ProposedChange } from '../../agent/contract/proposed-change.ts';
import type { ApprovalId } from '../../protocol/ids.ts';
import type { TabMessage } from './tab-message.ts';

/** A working tab answers within this time; a frozen tab or one with another version of the app never does. In milliseconds. */
const ANSWER_MS = 4_000;

/** Previews of changes that wait for approval, requested from the working tab, which plans them with its current files. */
export interface AskedProposals {
  ask(approvalId: ApprovalId): Promise<ProposedChange | null>;
  answered(message: Extract<TabMessage, { type: 'proposal' }>): void;
}

export function createAskedProposals(clock: Pick<Clock, 'after'>, tell: (message: TabMessage) => void): AskedProposals {
  const waiting = new Map<ApprovalId, Set<(change: ProposedChange | null) => void>>();
  const settle = (approvalId: ApprovalId, change: ProposedChange | null) => {
    const asked = waiting.get(approvalId) ?? [];
    waiting.delete(approvalId);
    for (const resolve of asked) resolve(change);
  };
  return {
    ask: (approvalId) =>
      new Promise((resolve) => {
        const asked = waiting.get(approvalId) ?? new Set();
        waiting.set(approvalId, asked.add(resolve));
        clock.after(ANSWER_MS, () => {
          if (asked.delete(resolve)) resolve(null);
        });
        tell({ type: 'proposal-wanted', approvalId });
      }),
    answered: ({ approvalId, change }) => settle(approvalId, change),
  };
}
