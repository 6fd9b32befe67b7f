import type { AgentSession } from '../agent/contract/agent-session.ts';
import { plural } from '../i18n/plural.ts';
import { saidReason } from '../i18n/said-reason.ts';
import { t } from '../i18n/t.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import { reasonText } from '../protocol/texts/reason.ts';
import { $compaction } from '../stores/compaction.ts';
import { $announcement } from '../stores/workbench.ts';

/** Summaries requested by the user. */
export interface CompactionActions {
  /**
   * Summarises the middle of the conversation and shows the summary (`$compaction`); nothing changes before it is accepted.
   * `then`: afterwards the failed run continues.
   */
  startCompaction(then?: 'continue'): Promise<void>;
  cancelCompaction(): void;
  /** Accepts the shown summary, as edited by the user. */
  acceptCompaction(summary: string): Promise<void>;
  undoCompaction(compactionId: string): Promise<void>;
}

export interface CompactionServiceOptions {
  session(): AgentSession | null;
  notices: NoticeService;
}

export function createCompactionService({ session, notices }: CompactionServiceOptions): CompactionActions {
  let asking: AbortController | null = null;
  let isToContinue = false;
  const close = () => {
    asking?.abort();
    asking = null;
    $compaction.set({ state: 'closed' });
  };
  return {
    async startCompaction(then) {
      const open = session();
      if (open === null) {
        notices.info(t('There is no conversation to summarise yet.'));
        return;
      }
      close();
      const controller = new AbortController();
      asking = controller;
      isToContinue = then === 'continue';
      $compaction.set({ state: 'asking' });
      const preview = await open.previewCompaction(controller.signal);
      // It was cancelled or requested again, or another chat is open.
      if (asking !== controller) return;
      if (session() !== open) close();
      else if ('problem' in preview)
        $compaction.set({ state: 'failed', problem: saidReason({ why: reasonText(preview.problem), reason: preview.problem }) });
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
        $compaction.set({ ...view, preview, problem: saidReason(outcome), isApplying: false });
        return;
      }
      close();
      if (isToContinue) await open.retry();
      $announcement.set(plural(preview.count, { one: 'Summarised: {count} message.', other: 'Summarised: {count} messages.' }));
    },
    undoCompaction: async (compactionId) => session()?.undoCompaction(compactionId),
  };
}
