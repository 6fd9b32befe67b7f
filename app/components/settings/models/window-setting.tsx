import { useStore } from '@nanostores/react';
import { t } from '../../../lib/i18n/t.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { $models } from '../../../lib/stores/workbench.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { NumberField } from '../rows/number-field.tsx';
import { SettingRow } from '../setting-row.tsx';

const SMALLEST_WINDOW = 1_000;
const LARGEST_WINDOW = 100_000_000;

/** The context window of the chosen model. If empty, the provider's value applies, or else a conservative guess. */
export function WindowSetting() {
  const actions = useActions('settings');
  const { models, defaultModelId } = useStore($models);
  const { modelId, contextWindows } = useStore($settings, { keys: ['modelId', 'contextWindows'] });
  const model = models.find(({ id }) => id === modelId) ?? models.find(({ id }) => id === defaultModelId);
  if (model === undefined) return null;
  const own = new Map(Object.entries(contextWindows));
  function keep(id: string, tokens: number | null) {
    if (tokens === null) own.delete(id);
    else own.set(id, tokens);
    actions.updateSettings({ contextWindows: Object.fromEntries(own) });
  }
  const told =
    model.contextWindow === undefined
      ? t('Its provider does not say.')
      : t('Its provider says {contextWindow}.', { contextWindow: model.contextWindow });
  return (
    <SettingRow
      title={t('Context window')}
      text={t('Tokens {name} holds. {told} Empty: as the provider says.', { name: model.name, told })}
      textId="setting-window"
    >
      <NumberField
        label={t('Context window')}
        describedBy="setting-window"
        value={own.get(model.id) ?? null}
        placeholder={model.contextWindow === undefined ? t('not known') : String(model.contextWindow)}
        least={SMALLEST_WINDOW}
        most={LARGEST_WINDOW}
        isWhole
        unit={t('tokens')}
        onChange={(value) => keep(model.id, value)}
      />
    </SettingRow>
  );
}
