import { t } from '../../../lib/i18n/t.ts';
import { placeName } from '../../../lib/protocol/machines/place-name.ts';
import type { RuntimeHost } from '../../../lib/protocol/settings.ts';
import type { RuntimeStatus } from '../../../lib/stores/workbench.ts';

export const RUNTIME_NAMES: Record<RuntimeHost, () => string> = {
  engine: () => t('Engine, in this browser'),
  stackblitz: () => 'StackBlitz WebContainer',
  auto: () => t('StackBlitz, else the engine'),
};

/** Returns the name of the runtime in use or, while none is ready, of the chosen one. */
export function runtimeName(chosen: RuntimeHost, runtime: RuntimeStatus): string {
  if (runtime.status === 'ready' && runtime.host === 'machine') return `${placeName(runtime.facts)}, ${runtime.facts.system}`;
  return RUNTIME_NAMES[runtime.status === 'ready' ? runtime.host : chosen]();
}

export function runtimeText(runtime: RuntimeStatus): string {
  switch (runtime.status) {
    case 'off':
      return t('Starts with the first chat');
    case 'booting':
      return t('Runtime starting…');
    case 'ready':
      return runtime.host === 'machine' ? t('Connected to {place}', { place: placeName(runtime.facts) }) : t('Runtime ready');
    case 'failed':
      return t('Runtime failed');
    case 'ended':
      return t('The engine has ended');
    case 'elsewhere':
      return t('Runs in the other tab');
    case 'away':
      return t('Not connected');
  }
}

export function runtimeTone(runtime: RuntimeStatus): 'off' | 'amber' | 'green' | 'red' {
  return ({ off: 'off', booting: 'amber', ready: 'green', failed: 'red', ended: 'red', elsewhere: 'off', away: 'red' } as const)[
    runtime.status
  ];
}
