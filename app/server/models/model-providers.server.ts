import type { ModelProvider } from '../../lib/models/model-provider.ts';
import { type WorkersAiBinding, workersAiProvider } from '../../lib/models/providers/workers-ai.ts';
import { remoteProviders } from '../../lib/models/remote-providers.ts';
import { demoProvider } from './demo.server.ts';

/** Every source of models that any server can ask, in the order in which the default is looked for. */
export const modelProviders: readonly ModelProvider[] = [...remoteProviders, demoProvider];

/** Those, and what Cloudflare binds to this one. */
export function providersOf({ AI: binding }: { AI?: WorkersAiBinding }): readonly ModelProvider[] {
  return binding === undefined ? modelProviders : [...remoteProviders, workersAiProvider(binding), demoProvider];
}
