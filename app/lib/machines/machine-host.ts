import type { Place } from '../protocol/machines/place.ts';
import type { ResolvedHost } from '../runtime/hosts.ts';
import { awayText } from './away-text.ts';
import { isBridgeThere } from './connect-machine.ts';
import type { MachineStore } from './machine-store.ts';

export interface MachineReach {
  store: Pick<MachineStore, 'find'>;
  /** Reaches this computer, which the page itself may not. */
  request: typeof fetch;
}

/** Returns the host of a project on a real machine. Rejects with what to do if its bridge is not known here or does not answer. */
export async function machineHost(place: Place, { store, request }: MachineReach): Promise<ResolvedHost> {
  const machine = store.find(place);
  if (machine === null || !(await isBridgeThere(request, machine.origin))) throw new Error(awayText(place));
  return { host: 'machine', origin: machine.origin, facts: machine.facts };
}

/** Whether the bridge of a project's folder answers. */
export async function isMachineThere(folder: Pick<Place, 'machineId' | 'folder'>, { store, request }: MachineReach): Promise<boolean> {
  const machine = store.find(folder);
  return machine !== null && (await isBridgeThere(request, machine.origin));
}
