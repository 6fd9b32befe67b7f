import type { PromptHost } from '../agent/prompts/runtime-capabilities.ts';
import { $outbound } from '../stores/outbound.ts';
import { $settings } from '../stores/settings.ts';
import { $runtime } from '../stores/workbench.ts';

/** The host that answers; while none does, the one that will be asked. */
export function hostInUse(): PromptHost {
  const runtime = $runtime.get();
  const isHosted = runtime.status === 'ready' ? runtime.host === 'stackblitz' : $settings.get().runtimeHost === 'stackblitz';
  if (isHosted) return 'stackblitz';
  return $outbound.get().isAvailable ? 'engine' : 'engine-alone';
}
