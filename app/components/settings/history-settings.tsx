import { useStore } from '@nanostores/react';
import { t } from '../../lib/i18n/t.ts';
import { $settings } from '../../lib/stores/settings.ts';
import { useActions } from '../page/workbench-context.tsx';
import { NumberStepper } from '../ui/number-stepper.tsx';
import { Switch } from '../ui/switch.tsx';
import { SettingRow } from './setting-row.tsx';

/** What the switch turns on for small models. */
const TURNS = 10;

/** How much of the conversation the model is sent. */
export function HistorySettings() {
  const actions = useActions('settings');
  const { history } = useStore($settings, { keys: ['history'] });
  const { turns, autoCompact } = history;
  return (
    <>
      <h3 className="side-heading pt-5">{t('Conversation')}</h3>
      <SettingRow
        title={t('Compact automatically')}
        text={t(
          "When the model's window runs short, old results are left out, then the middle is summarised. Off: nothing is left out, the agent stops and says so.",
        )}
        textId="setting-compact"
      >
        <Switch
          label={t('Compact automatically')}
          describedBy="setting-compact"
          isOn={autoCompact}
          onChange={(isOn) => actions.updateSettings({ history: { ...history, autoCompact: isOn } })}
        />
      </SettingRow>
      <SettingRow
        title={t('Send only the last turns')}
        text={t("For small models: only the newest messages are sent, half of them yours, half the agent's, with a shorter prompt.")}
        textId="setting-turns"
      >
        {turns !== null && (
          <NumberStepper
            label={t('Turns that are sent')}
            describedBy="setting-turns"
            value={turns}
            minimum={1}
            maximum={200}
            onChange={(value) => actions.updateSettings({ history: { ...history, turns: value } })}
          />
        )}
        <Switch
          label={t('Send only the last turns')}
          describedBy="setting-turns"
          isOn={turns !== null}
          onChange={(isOn) => actions.updateSettings({ history: { ...history, turns: isOn ? TURNS : null } })}
        />
      </SettingRow>
    </>
  );
}
