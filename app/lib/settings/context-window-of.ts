import { $settings } from '../stores/settings.ts';
import { $models } from '../stores/workbench.ts';

/** Tokens of a model's window: as the user says, else as its provider does; null where neither is known. */
export function contextWindowOf(modelId: string): number | null {
  const given = new Map(Object.entries($settings.get().contextWindows)).get(modelId);
  return given ?? $models.get().models.find((model) => model.id === modelId)?.contextWindow ?? null;
}
