import type { AgentSession } from '../agent/session/agent-session.ts';
import { $chat } from '../stores/chat.ts';
import { $compaction } from '../stores/compaction.ts';
import { $announcement } from '../stores/workbench.ts';
import type { NoticeService } from '../workbench/notice-service.ts';
import type { WorkbenchActions } from '../workbench/workbench-actions.ts';

export type CompactionActions = Pick<
  WorkbenchActions,
  'startCompaction' | 'cancelCompaction' | 'acceptCompaction' | 'undoCompaction' | 'setLock'
>;

export interface CompactionServiceOptions {
  session(): AgentSession | null;
  notices: NoticeService;
}

/** Summaries by the user's will, and locks: what a user does with the history and its guards beside sending. */
export function createCompactionService({ session, notices }: CompactionServiceOptions): CompactionActions {
  let asking: AbortController | null = null;
  const close = () => {
    asking?.abort();
    asking = null;
    $compaction.set({ state: 'closed' });
  };
  return {
    async startCompaction() {
      const open = session();
      if (open === null) {
        notices.info('There is no conversation to summarise yet.');
        return;
      }
      close();
      const controller = new AbortController();
      asking = controller;
      $compaction.set({ state: 'asking' });
      const preview = await open.previewCompaction(controller.signal);
      // Cancelled, or asked for again, or another chat by now.
      if (asking !== controller) return;
      if (session() !== open) close();
      else if ('problem' in preview) $compaction.set({ state: 'failed', problem: preview.problem });
      else $compaction.set({ state: 'ready', preview, problem: null, isApplying: false });
    },
    cancelCompaction: close,
    async acceptCompaction(summary) {
      const view = $compaction.get();
      const open = session();
      if (view.state !== 'ready' || view.isApplying || open === null) return;
      const preview = { ...view.preview, summary };
      $compaction.set({ ...view, preview, isApplying: true, problem: null });
      const outcome = await open.applyCompaction(preview);
      if (!outcome.accepted) {
        $compaction.set({ ...view, preview, problem: outcome.why, isApplying: false });
        return;
      }
      close();
      $announcement.set(`Summarised: ${preview.count} messages.`);
    },
    undoCompaction: async (compactionId) => session()?.undoCompaction(compactionId),
    async setLock(path, isLocked) {
      const open = session();
      if (open === null) {
        notices.info('Locks belong to a chat. Send a first message, then lock.');
        return;
      }
      const outcome = await open.setLock(path, isLocked);
      if (!outcome.accepted) notices.error(outcome.why);
      else $announcement.set(`${path} is ${isLocked ? 'locked' : 'no longer locked'}.`);
    },
  };
}

/** What the user renames keeps its locks. */
export async function moveLocks(from: string, to: string, setLock: CompactionActions['setLock']): Promise<void> {
  for (const locked of $chat.get().lockedPaths) {
    if (locked !== from && !locked.startsWith(`${from}/`)) continue;
    await setLock(`${to}${locked.slice(from.length)}`, true);
    await setLock(locked, false);
  }
}
