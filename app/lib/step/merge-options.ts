import type { SharedV3ProviderOptions } from '@ai-sdk/provider';

/** Options of several sources, provider by provider; the later ones count. */
export function mergeOptions(...sources: readonly (SharedV3ProviderOptions | undefined)[]): SharedV3ProviderOptions {
  const merged: SharedV3ProviderOptions = {};
  for (const source of sources) {
    for (const [provider, options] of Object.entries(source ?? {})) merged[provider] = { ...merged[provider], ...options };
  }
  return merged;
}
