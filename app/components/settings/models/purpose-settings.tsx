import { useStore } from '@nanostores/react';
import { modelsByConnection } from '../../../lib/protocol/models/models-by-connection.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { $models } from '../../../lib/stores/workbench.ts';
import { useActions } from '../../shell/workbench/workbench-context.tsx';
import { SettingRow } from '../setting-row.tsx';

const PURPOSES = [
  { name: 'chat', title: 'Model of chat mode', text: 'Answers while Agent is off.' },
  { name: 'plan', title: 'Model of plan mode', text: 'Answers while the agent only reads and plans.' },
  {
    name: 'compaction',
    title: 'Model of summaries',
    text: 'Sums up the middle of a conversation that has become too long. A cheap one will do.',
  },
] as const;

/** Which model does what the chosen one does not; empty: that one does it, too. */
export function PurposeSettings() {
  const actions = useActions('settings');
  const { models, fallbackModelId } = useStore($settings, { keys: ['models', 'fallbackModelId'] });
  return (
    <>
      <h3 className="side-heading pt-5">Other models for</h3>
      {PURPOSES.map(({ name, title, text }) => (
        <ModelRow
          key={name}
          name={name}
          title={title}
          text={text}
          none="The chosen model"
          value={models[name]}
          onChange={(id) => actions.updateSettings({ models: { ...models, [name]: id } })}
        />
      ))}
      <ModelRow
        name="fallback"
        title="Fallback model"
        text="Answers for the rest of a task when the chosen model keeps failing. You are notified, and can switch back."
        none="None"
        value={fallbackModelId}
        onChange={(id) => actions.updateSettings({ fallbackModelId: id })}
      />
    </>
  );
}

interface ModelRowProps {
  name: string;
  title: string;
  text: string;
  /** What an empty value means. */
  none: string;
  value: string;
  onChange: (modelId: string) => void;
}

function ModelRow({ name, title, text, none, value, onChange }: ModelRowProps) {
  const { models, connections } = useStore($models);
  const isGone = value !== '' && !models.some((model) => model.id === value);
  return (
    <SettingRow title={title} text={text} textId={`setting-model-${name}`}>
      <select
        className="field setting-select"
        aria-label={title}
        aria-describedby={`setting-model-${name}`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{none}</option>
        {isGone && <option value={value}>{value} (not offered now)</option>}
        {modelsByConnection(models, connections).map((group) => (
          <optgroup key={group.connectionId} label={group.name}>
            {group.models.map((model) => (
              <option key={model.id} value={model.id}>
                {model.name}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </SettingRow>
  );
}
