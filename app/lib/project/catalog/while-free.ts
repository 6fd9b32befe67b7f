import type { ProjectId } from '../../protocol/ids.ts';

/** This tab may have just released the lock, which the browser takes a moment to process. In milliseconds. */
const PATIENCE = 1_000;

/** Runs the work while no tab holds the project's lock (see `ProjectLock`); false if a tab holds it. */
export async function whileFree(locks: LockManager, projectId: ProjectId, work: () => Promise<void>): Promise<boolean> {
  let isMine = false;
  try {
    return await locks.request(`devonz-project-${projectId}`, { signal: AbortSignal.timeout(PATIENCE) }, async () => {
      isMine = true;
      await work();
      return true;
    });
  } catch (error) {
    if (isMine) throw error;
    return false;
  }
}
