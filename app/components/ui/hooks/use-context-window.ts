import { useStore } from '@nanostores/react';
import { $settings } from '../../../lib/stores/settings.ts';
import { $models } from '../../../lib/stores/workbench.ts';

/** Returns the window of the chosen model in tokens, as set by the user or else as reported by its provider; null if it is unknown. */
export function useContextWindow(): number | null {
  const { models, defaultModelId } = useStore($models);
  const { modelId, contextWindows } = useStore($settings, { keys: ['modelId', 'contextWindows'] });
  const active = models.find((model) => model.id === modelId) ?? models.find((model) => model.id === defaultModelId);
  if (active === undefined) return null;
  return new Map(Object.entries(contextWindows)).get(active.id) ?? active.contextWindow ?? null;
}
