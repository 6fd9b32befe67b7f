import type { Hasher, IdSource } from '../agent/contract/ports.ts';
import { type ProjectId, projectIdSchema } from '../protocol/ids.ts';

/**
 * Which project is open. A runtime boots before its first chat has been made, and its previews' origins are the project's own: therefore
 * an empty project has its id from the beginning.
 */
export interface ProjectIdentity {
  /** null: an empty project, whose first chat is still to be made. */
  enter(projectId: ProjectId | null): void;
  projectId(): ProjectId;
  /** The project's part of its previews' origins: the same whenever it is opened, and nothing to guess it from. */
  previewProject(): Promise<string>;
}

/** Hexadecimal digits: 80 bits. */
const PREVIEW_PROJECT_LENGTH = 20;

export function createProjectIdentity(ids: IdSource, hasher: Hasher): ProjectIdentity {
  const fresh = () => projectIdSchema.parse(ids.next());
  let current = fresh();
  return {
    enter(projectId) {
      current = projectId ?? fresh();
    },
    projectId: () => current,
    async previewProject() {
      // A hash: whoever sees a preview's address learns no id from it.
      const hash = await hasher.hash(new TextEncoder().encode(`previews of ${current}`));
      return hash.slice(0, PREVIEW_PROJECT_LENGTH);
    },
  };
}
