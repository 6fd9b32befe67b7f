import type { PromptHost } from '../agent/prompts/runtime-capabilities.ts';
import { $outbound } from '../stores/outbound.ts';
import { $settings } from '../stores/settings.ts';
import { $runtime } from '../stores/workbench.ts';

/** Returns the host in use or, while none is ready, the one that will be. */
export function hostInUse(): PromptHost {
  const runtime = $runtime.get();
  if (runtime.status === 'ready' && runtime.host === 'machine') return runtime.facts;
  const isHosted = runtime.status === 'ready' ? runtime.host === 'stackblitz' : $settings.get().runtimeHost === 'stackblitz';
  if (isHosted) return 'stackblitz';
  return $outbound.get().isAvailable ? 'engine' : 'engine-alone';
}
