import type { SharedV3ProviderOptions } from '@ai-sdk/provider';

/** Merges options of several sources per provider; later ones take precedence. */
export function mergeOptions(...sources: readonly (SharedV3ProviderOptions | undefined)[]): SharedV3ProviderOptions {
  const merged: SharedV3ProviderOptions = {};
  for (const source of sources) {
    for (const [provider, options] of Object.entries(source ?? {})) merged[provider] = { ...merged[provider], ...options };
  }
  return merged;
}
