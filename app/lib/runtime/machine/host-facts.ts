import { t } from '../../i18n/t.ts';
import type { MachineFacts } from '../../protocol/machines/machine.ts';
import type { ResolvedHost } from '../hosts.ts';
import type { RealMachine, Runtime } from '../types.ts';

/** A bridge that was started for another folder must not be taken for the project's. */
export function assertFolder(folder: string, facts: MachineFacts): void {
  if (folder === facts.folder) return;
  throw new Error(
    t('The bridge at this address has another folder open: {folder}. Start it for {wanted}.', { folder, wanted: facts.folder }),
  );
}

export function machineOf(host: ResolvedHost): RealMachine | null {
  return host.host === 'machine' ? { id: host.facts.id, user: host.facts.user, home: host.facts.home } : null;
}

/** Returns what a runtime says of its host. */
export function hostFacts(host: ResolvedHost): Pick<Runtime, 'host' | 'facts' | 'shell'> {
  return host.host === 'machine'
    ? { host: host.host, facts: host.facts, shell: host.facts.shells.user }
    : { host: host.host, facts: null, shell: ['jsh', '--osc'] };
}
