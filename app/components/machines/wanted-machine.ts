import type { Place } from '../../lib/protocol/machines/place.ts';

/** A machine that a chat was on, or one that a project names; the latter has no id, and an empty folder. */
export type WantedMachine = Pick<Place, 'user' | 'host' | 'folder'> & Partial<Pick<Place, 'machineId'>>;
