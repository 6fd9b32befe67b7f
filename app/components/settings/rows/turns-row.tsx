import { t } from '../../../lib/i18n/t.ts';
import { NumberStepper } from '../../ui/fields/number-stepper.tsx';
import { Switch } from '../../ui/switch.tsx';
import { SettingRow } from '../setting-row.tsx';
import { useSetting } from './use-setting.ts';

/** The initial number when the switch is turned on, chosen for small models. */
const TURNS = 10;

/** The switch for sending only the last turns, and their number. */
export function TurnsRow() {
  const { value: turns, change } = useSetting('history.turns');
  return (
    <SettingRow
      title={t('Send only the last turns')}
      text={t("For small models: only the newest messages are sent, half of them yours, half the agent's, with a shorter prompt.")}
      textId="setting-history-turns"
    >
      {turns !== null && (
        <NumberStepper
          label={t('Turns that are sent')}
          describedBy="setting-history-turns"
          value={turns}
          minimum={1}
          maximum={200}
          onChange={change}
        />
      )}
      <Switch
        label={t('Send only the last turns')}
        describedBy="setting-history-turns"
        isOn={turns !== null}
        onChange={(isOn) => change(isOn ? TURNS : null)}
      />
    </SettingRow>
  );
}
