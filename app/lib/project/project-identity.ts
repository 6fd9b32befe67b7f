import type { Hasher, IdSource } from '../agent/contract/ports.ts';
import { type ProjectId, projectIdSchema } from '../protocol/ids.ts';

/**
 * Identifies the open project. The runtime boots before the first chat exists, and the origins of its previews depend on the
 * project. That is why an empty project has an id from the start.
 */
export interface ProjectIdentity {
  /** Pass null for an empty project, whose first chat does not exist yet. */
  enter(projectId: ProjectId | null): void;
  projectId(): ProjectId;
  /** The project's part of its preview origins. It is the same each time the project is opened, and cannot be guessed. */
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
      // Hashed, so that a preview's address does not reveal the id.
      const hash = await hasher.hash(new TextEncoder().encode(`previews of ${current}`));
      return hash.slice(0, PREVIEW_PROJECT_LENGTH);
    },
  };
}
