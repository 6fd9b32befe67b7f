import { useStore } from '@nanostores/react';
import { type ActiveModel, activeModel, chosenModelId, modeOf } from '../../../lib/protocol/models/active-model.ts';
import type { ModelInfo } from '../../../lib/protocol/models/models.ts';
import { $projectConfig } from '../../../lib/stores/project-config.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { $models } from '../../../lib/stores/workbench.ts';

/** Returns the model for the next message, as the models' service chooses it, and the state of the user's choice. */
export function useModelChoice(): ActiveModel {
  const offered = useStore($models);
  const settings = useStore($settings, { keys: ['modelId', 'models', 'agent', 'planMode'] });
  const { config } = useStore($projectConfig);
  return activeModel(chosenModelId(modeOf(settings), settings), config.model, offered);
}

/** Returns the model for the next message. */
export function useActiveModel(): ModelInfo | undefined {
  const choice = useModelChoice();
  return choice.type === 'none' ? undefined : choice.model;
}
