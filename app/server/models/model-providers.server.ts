import type { ModelProvider } from '../../lib/models/model-provider.ts';
import { type WorkersAiBinding, workersAiProvider } from '../../lib/models/providers/workers-ai.ts';
import { remoteProviders } from '../../lib/models/remote-providers.ts';
import { demoProvider } from './demo.server.ts';

/** All providers of models that any server can use. The default model is searched for in this order. */
export const modelProviders: readonly ModelProvider[] = [...remoteProviders, demoProvider];

/** Returns the providers that any server can use, and the one that Cloudflare binds to this server. */
export function providersOf({ AI: binding }: { AI?: WorkersAiBinding }): readonly ModelProvider[] {
  return binding === undefined ? modelProviders : [...remoteProviders, workersAiProvider(binding), demoProvider];
}
