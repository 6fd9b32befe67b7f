import { useStore } from '@nanostores/react';
import { t } from '../../../lib/i18n/t.ts';
import { type ReasoningEffort, reasoningEffortSchema } from '../../../lib/protocol/settings.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { useActiveModel } from '../../ui/hooks/use-active-model.ts';
import { SettingRow } from '../setting-row.tsx';

const NAMES: Readonly<Record<ReasoningEffort, () => string>> = {
  none: () => t('As little as it can'),
  low: () => t('Low'),
  medium: () => t('Medium'),
  high: () => t('High'),
};

/** The setting for how much the chosen model thinks before it answers. */
export function EffortSetting() {
  const actions = useActions('settings');
  const model = useActiveModel();
  const { efforts } = useStore($settings, { keys: ['efforts'] });
  if (model === undefined || model.reasons === false) return null;
  const own = new Map(Object.entries(efforts));
  function choose(id: string, value: string) {
    const chosen = reasoningEffortSchema.safeParse(value);
    if (chosen.success) own.set(id, chosen.data);
    else own.delete(id);
    actions.updateSettings({ efforts: Object.fromEntries(own) });
  }
  const text = t(
    'How much {name} thinks before it answers. More costs more and takes longer; a model that does not think takes no notice.',
    { name: model.name },
  );
  return (
    <SettingRow title={t('Reasoning effort')} text={text} textId="setting-effort">
      <select
        className="field setting-select"
        aria-label={t('Reasoning effort')}
        aria-describedby="setting-effort"
        value={own.get(model.id) ?? ''}
        onChange={(event) => choose(model.id, event.target.value)}
      >
        <option value="">{t('Automatic')}</option>
        {reasoningEffortSchema.options.map((effort) => (
          <option key={effort} value={effort}>
            {NAMES[effort]()}
          </option>
        ))}
      </select>
    </SettingRow>
  );
}
