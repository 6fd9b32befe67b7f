import type { ProjectId } from '../protocol/ids.ts';

/** One tab writes a project and its chats at a time: a second writer would run commands and approvals twice. */
export interface ProjectLock {
  /** Takes the project for this tab and lets go of the one before; false when another tab holds it. */
  take(projectId: ProjectId): Promise<boolean>;
  /**
   * Waits until the other tab lets go of it, and takes it by force when `overdue` aborts before. False: `cancelled` aborted, and this tab
   * does not have it.
   */
  seize(projectId: ProjectId, overdue: AbortSignal, cancelled: AbortSignal): Promise<boolean>;
  /** Called when another tab has taken by force what this one held. */
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
  /** Whether it was granted; the lock is then held until it is let go. Rejects when waiting for it was called off. */
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
      // From one chat of a project to another: nobody else may come between.
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
