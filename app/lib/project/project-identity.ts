import type { Hasher, IdSource } from '../agent/contract/ports.ts';
import { type ProjectId, projectIdSchema } from '../protocol/ids.ts';
import type { JournalRecord } from '../protocol/journal-event.ts';
import type { Place } from '../protocol/machines/place.ts';
import { DEFAULT_PROJECT_ROOT } from '../runtime/to-workspace-path.ts';
import type { ProjectPlace } from '../runtime/types.ts';

/**
 * Identifies the open project. The runtime boots before the first chat exists, and the origins of its previews depend on the
 * project. That is why an empty project has an id from the start.
 */
export interface ProjectIdentity extends ProjectPlace {
  /** Pass null for an empty project, whose first chat does not exist yet. */
  enter(projectId: ProjectId | null, place: Place | null): void;
  projectId(): ProjectId;
  /** Null if the project lies in this browser. */
  place(): Place | null;
  /** The project's part of its preview origins. It is the same each time the project is opened, and cannot be guessed. */
  previewProject(): Promise<string>;
}

/** Hexadecimal digits: 80 bits. */
const PREVIEW_PROJECT_LENGTH = 20;

export function createProjectIdentity(ids: IdSource, hasher: Hasher): ProjectIdentity {
  const fresh = () => projectIdSchema.parse(ids.next());
  let current = fresh();
  let place: Place | null = null;
  return {
    enter(projectId, at) {
      current = projectId ?? fresh();
      place = at;
    },
    projectId: () => current,
    place: () => place,
    projectRoot: () => place?.folder ?? DEFAULT_PROJECT_ROOT,
    machine: () => (place === null ? null : { id: place.machineId, user: place.user, home: place.home }),
    async previewProject() {
      // Hashed, so that a preview's address does not reveal the id.
      const hash = await hasher.hash(new TextEncoder().encode(`previews of ${current}`));
      return hash.slice(0, PREVIEW_PROJECT_LENGTH);
    },
  };
}

/** Returns the place that the chat's first record names; null if the project lies in this browser. */
export function placeOf(records: readonly JournalRecord[]): Place | null {
  const created = records[0]?.event;
  return created?.type === 'chat-created' ? (created.place ?? null) : null;
}
