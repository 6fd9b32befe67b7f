import type { ProjectId } from '../../protocol/ids.ts';

/** This tab may just have let go of it, which takes the browser a moment. Milliseconds. */
const PATIENCE = 1_000;

/** Runs the work while no tab has the project open, as `ProjectLock` has it; false: one has. */
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
