import type { AgentSession } from '../agent/contract/agent-session.ts';
import { saidReason } from '../i18n/said-reason.ts';
import { t } from '../i18n/t.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import { $chat } from '../stores/chat.ts';
import { $announcement } from '../stores/workbench.ts';

export interface LockActions {
  /** Locks a path against changes by the agent's tools. Locks belong to the open chat; without one, a notice refuses. */
  setLock(path: string, isLocked: boolean): Promise<void>;
}

export interface LockServiceOptions {
  /** The open chat's session. */
  session(): Pick<AgentSession, 'setLock'> | null;
  notices: Pick<NoticeService, 'info' | 'error'>;
}

export function createLockService({ session, notices }: LockServiceOptions): LockActions {
  return {
    async setLock(path, isLocked) {
      const open = session();
      if (open === null) {
        notices.info(t('Locks belong to a chat. Send a first message, then lock.'));
        return;
      }
      const outcome = await open.setLock(path, isLocked);
      if (!outcome.accepted) notices.error(saidReason(outcome));
      else $announcement.set(t(isLocked ? '{path} is locked.' : '{path} is no longer locked.', { path }));
    },
  };
}

/** When the user renames something, its locks move with it. */
export async function moveLocks(from: string, to: string, setLock: LockActions['setLock']): Promise<void> {
  for (const locked of $chat.get().lockedPaths) {
    if (locked !== from && !locked.startsWith(`${from}/`)) continue;
    await setLock(`${to}${locked.slice(from.length)}`, true);
    await setLock(locked, false);
  }
}
