import type { ReachedEndpoint } from '../protocol/models/local-endpoint.ts';
import { $previews } from '../stores/previews.ts';
import { $place, $runtime } from '../stores/workbench.ts';
import { machineModelEndpoint } from './machine-model-endpoint.ts';
import type { MachineStore } from './machine-store.ts';

/** The models of the real machine on which the open chat works. */
export interface MachineModels {
  /** Null for a project in this browser, and for a machine that was never connected here. */
  endpoint(): ReachedEndpoint | null;
  /** Calls back when its models should be listed again: another machine, a new bridge, or a server that has started or ended there. */
  onChange(listener: () => void): void;
}

export function createMachineModels(store: Pick<MachineStore, 'find'>): MachineModels {
  const endpoint = () => {
    const place = $place.get();
    const machine = place === null ? null : store.find(place);
    return machine === null ? null : machineModelEndpoint(machine);
  };
  return {
    endpoint,
    onChange(listener) {
      const state = () => {
        const reached = endpoint();
        if (reached === null) return '';
        const runtime = $runtime.get();
        const isReady = runtime.status === 'ready' && runtime.host === 'machine';
        return JSON.stringify([reached, isReady, $previews.get().map(({ port }) => port)]);
      };
      let before = state();
      const check = () => {
        const now = state();
        if (now === before) return;
        before = now;
        listener();
      };
      for (const store of [$place, $runtime, $previews]) store.listen(check);
    },
  };
}
