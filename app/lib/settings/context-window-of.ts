import { $settings } from '../stores/settings.ts';
import { $models } from '../stores/workbench.ts';

/** Returns a model's context window in tokens, from the user or else from its provider; null if neither is known. */
export function contextWindowOf(modelId: string): number | null {
  const given = new Map(Object.entries($settings.get().contextWindows)).get(modelId);
  return given ?? $models.get().models.find((model) => model.id === modelId)?.contextWindow ?? null;
}
