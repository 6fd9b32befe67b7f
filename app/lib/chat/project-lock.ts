import type { ProjectId } from '../protocol/ids.ts';

/** Only one tab at a time writes a project and its chats: a second one would run commands and approvals twice. */
export interface ProjectLock {
  /** Takes the lock for this tab and releases the previous one; false if another tab holds it. */
  take(projectId: ProjectId): Promise<boolean>;
  /** Waits for the other tab to release the lock, or takes it by force when `overdue` aborts. Returns false if `cancelled` aborted first. */
  seize(projectId: ProjectId, overdue: AbortSignal, cancelled: AbortSignal): Promise<boolean>;
  /** Called when another tab has taken this tab's lock by force. */
  onLost(listener: (projectId: ProjectId) => void): void;
  release(): void;
}

interface Held {
  projectId: ProjectId;
  letGo(): void;
}

export function createProjectLock(locks: LockManager): ProjectLock {
  let held: Held | null = null;
  let tellLost: (projectId: ProjectId) => void = () => undefined;
  const release = () => {
    held?.letGo();
    held = null;
  };
  /** Returns whether the lock was granted; it is then held until released. Rejects if the wait was cancelled. */
  const hold = (projectId: ProjectId, options: LockOptions) =>
    new Promise<boolean>((resolve, reject) => {
      let mine: Held | null = null;
      const keep = (lock: Lock | null) => {
        resolve(lock !== null);
        if (lock === null) return undefined;
        return new Promise<void>((letGo) => {
          mine = { projectId, letGo };
          held = mine;
        });
      };
      locks.request(`devonz-project-${projectId}`, options, keep).catch((error: unknown) => {
        reject(error);
        if (mine === null || held !== mine) return;
        held = null;
        tellLost(projectId);
      });
    });
  return {
    release,
    take(projectId) {
      // When switching between chats of one project the lock is kept, so that no other tab can take it in between.
      if (held?.projectId === projectId) return Promise.resolve(true);
      release();
      return hold(projectId, { ifAvailable: true });
    },
    async seize(projectId, overdue, cancelled) {
      if (held?.projectId === projectId) return true;
      release();
      const isGranted = await hold(projectId, { signal: AbortSignal.any([overdue, cancelled]) }).catch(() => false);
      if (isGranted || cancelled.aborted) return isGranted;
      return hold(projectId, { steal: true });
    },
    onLost(listener) {
      tellLost = listener;
    },
  };
}
