import type { RuntimeHost } from '../../../lib/protocol/settings.ts';
import type { RuntimeStatus } from '../../../lib/stores/workbench.ts';

export const RUNTIME_NAMES: Record<RuntimeHost, string> = {
  engine: 'Engine, in this browser',
  stackblitz: 'StackBlitz WebContainer',
  auto: 'StackBlitz, else the engine',
};

/** The runtime in use; while none is ready, the one that will be. */
export function runtimeName(chosen: RuntimeHost, runtime: RuntimeStatus): string {
  return RUNTIME_NAMES[runtime.status === 'ready' ? runtime.host : chosen];
}

export function runtimeText(runtime: RuntimeStatus): string {
  switch (runtime.status) {
    case 'off':
      return 'Starts with the first chat';
    case 'booting':
      return 'Runtime starting…';
    case 'ready':
      return 'Runtime ready';
    case 'failed':
      return 'Runtime failed';
    case 'ended':
      return 'The engine has ended';
    case 'elsewhere':
      return 'Runs in the other tab';
  }
}

export function runtimeTone(runtime: RuntimeStatus): 'off' | 'amber' | 'green' | 'red' {
  return ({ off: 'off', booting: 'amber', ready: 'green', failed: 'red', ended: 'red', elsewhere: 'off' } as const)[runtime.status];
}
