import { useStore } from '@nanostores/react';
import type { ModelInfo } from '../../../lib/protocol/models/models.ts';
import { $projectConfig } from '../../../lib/stores/project-config.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { $models } from '../../../lib/stores/workbench.ts';

/** The model that the next step will use, as the models' service chooses it: the user's, else the project's, else the server's. */
export function useActiveModel(): ModelInfo | undefined {
  const { models, defaultModelId } = useStore($models);
  const { modelId } = useStore($settings, { keys: ['modelId'] });
  const { config } = useStore($projectConfig);
  const named = (id: string | null) => models.find((model) => model.id === id);
  return named(modelId || config.model) ?? named(defaultModelId);
}
