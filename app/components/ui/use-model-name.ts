import { useStore } from '@nanostores/react';
import { $projectConfig } from '../../lib/stores/project-config.ts';
import { $settings } from '../../lib/stores/settings.ts';
import { $models } from '../../lib/stores/workbench.ts';

/** The name of the model that the next step will use. */
export function useModelName(): string {
  const { models, defaultModelId, problems } = useStore($models);
  const { modelId } = useStore($settings, { keys: ['modelId'] });
  const { config } = useStore($projectConfig);
  // As the models' service chooses: the person's, else the project's, else the server's.
  const chosen = [modelId || config.model, defaultModelId].map((id) => models.find((model) => model.id === id)).find(Boolean);
  if (chosen !== undefined) return chosen.name;
  return models.length > 0 || problems.length > 0 ? 'none' : 'loading…';
}
