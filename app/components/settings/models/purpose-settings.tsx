import { useStore } from '@nanostores/react';
import { t } from '../../../lib/i18n/t.ts';
import { modelsByConnection } from '../../../lib/protocol/models/models-by-connection.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { $models } from '../../../lib/stores/workbench.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { SettingRow } from '../setting-row.tsx';

const PURPOSES = [
  { name: 'chat', title: () => t('Model of chat mode'), text: () => t('Answers while Agent is off.') },
  { name: 'plan', title: () => t('Model of plan mode'), text: () => t('Answers while the agent only reads and plans.') },
  {
    name: 'compaction',
    title: () => t('Model of summaries'),
    text: () => t('Sums up the middle of a conversation that has become too long. A cheap one will do.'),
  },
] as const;

/** Which model does what the chosen one does not; empty: that one does it, too. */
export function PurposeSettings() {
  const actions = useActions('settings');
  const { models, fallbackModelId } = useStore($settings, { keys: ['models', 'fallbackModelId'] });
  return (
    <>
      <h3 className="side-heading pt-5">{t('Other models for')}</h3>
      {PURPOSES.map(({ name, title, text }) => (
        <ModelRow
          key={name}
          name={name}
          title={title()}
          text={text()}
          none={t('The chosen model')}
          value={models[name]}
          onChange={(id) => actions.updateSettings({ models: { ...models, [name]: id } })}
        />
      ))}
      <ModelRow
        name="fallback"
        title={t('Fallback model')}
        text={t('Answers for the rest of a task when the chosen model keeps failing. You are notified, and can switch back.')}
        none={t('None')}
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
        {isGone && <option value={value}>{t('{name} (not offered now)', { name: value })}</option>}
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
