import { useStore } from '@nanostores/react';
import { $settings } from '../../lib/stores/settings.ts';
import { $models } from '../../lib/stores/workbench.ts';

/** The name of the model that the next step will use. */
export function useModelName(): string {
  const { models, defaultModelId, problems } = useStore($models);
  const { modelId } = useStore($settings, { keys: ['modelId'] });
  const chosen = models.find((model) => model.id === (modelId || defaultModelId));
  if (chosen !== undefined) return chosen.name;
  return models.length > 0 || problems.length > 0 ? 'none' : 'loading…';
}
