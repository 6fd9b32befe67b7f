import { useCallback } from 'react';
import { modeOf } from '../../../lib/protocol/models/active-model.ts';
import { withRecent } from '../../../lib/protocol/models/pickable-models.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { useActions } from '../../page/workbench-context.tsx';

/** Returns a function that chooses the model for the mode of the next message. */
export function useChooseModel(): (modelId: string) => void {
  const actions = useActions('settings');
  return useCallback(
    (modelId) => {
      const settings = $settings.get();
      const mode = modeOf(settings);
      const models = withRecent(settings.models, modelId);
      const isOwn = mode !== 'agent' && models[mode] !== '';
      actions.updateSettings(isOwn ? { models: { ...models, [mode]: modelId } } : { modelId, models });
    },
    [actions],
  );
}
