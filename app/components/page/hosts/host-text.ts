import type { WantedPlace } from 'devonz-engine-protocol/machine/own-computer';
import { t } from '../../../lib/i18n/t.ts';
import type { HostState, ListedHost } from '../../../lib/stores/machines/own-computer.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

export const PLACE_KINDS = ['local', 'ssh', 'container'] as const satisfies readonly WantedPlace['kind'][];

const KIND_NAMES: Readonly<Record<WantedPlace['kind'], () => string>> = {
  local: () => t('This computer'),
  ssh: () => t('Server over SSH'),
  container: () => t('Container'),
};

export function placeKindName(kind: WantedPlace['kind']): string {
  return KIND_NAMES[kind]();
}

const STATES: Readonly<Record<HostState, { tone: BadgeTone; text: () => string }>> = {
  looking: { tone: 'neutral', text: () => t('Checking…') },
  connected: { tone: 'green', text: () => t('Connected') },
  away: { tone: 'neutral', text: () => t('Not connected') },
  'not-tried': { tone: 'neutral', text: () => t('Only tested') },
};

export function hostState(state: HostState): { tone: BadgeTone; text: string } {
  return { tone: STATES[state].tone, text: STATES[state].text() };
}

/** The folder that was opened, else the one that is wanted; empty for the one where a login begins. */
export function hostFolder({ reached, place }: Pick<ListedHost, 'reached' | 'place'>): string {
  return reached?.folder ?? place.folder;
}

/** Tells an entry from all others, for names of its buttons. */
export function hostTitle(host: Pick<ListedHost, 'name' | 'reached' | 'place'>): string {
  const folder = hostFolder(host);
  return folder === '' ? host.name : `${host.name}, ${folder}`;
}
