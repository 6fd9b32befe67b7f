import { useStore } from '@nanostores/react';
import { $settings } from '../../../lib/stores/settings.ts';
import { $models } from '../../../lib/stores/workbench.ts';
import { useActions } from '../../shell/workbench/workbench-context.tsx';
import { SettingRow } from '../setting-row.tsx';

/** Which model takes over when the chosen one keeps failing. */
export function FallbackSettings() {
  const actions = useActions('settings');
  const { models } = useStore($models);
  const { fallbackModelId } = useStore($settings, { keys: ['fallbackModelId'] });
  const isGone = fallbackModelId !== '' && !models.some((model) => model.id === fallbackModelId);
  const text = 'Answers for the rest of a task when the chosen model keeps failing. You are notified, and can switch back.';
  return (
    <SettingRow title="Fallback model" text={text} textId="setting-fallback">
      <select
        className="field setting-select"
        aria-label="Fallback model"
        aria-describedby="setting-fallback"
        value={fallbackModelId}
        onChange={(event) => actions.updateSettings({ fallbackModelId: event.target.value })}
      >
        <option value="">None</option>
        {isGone && <option value={fallbackModelId}>{fallbackModelId} (not offered now)</option>}
        {models.map((model) => (
          <option key={model.id} value={model.id}>
            {model.name}
          </option>
        ))}
      </select>
    </SettingRow>
  );
}
