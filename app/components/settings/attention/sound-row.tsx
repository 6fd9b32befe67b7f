import { t } from '../../../lib/i18n/t.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useSetting } from '../rows/use-setting.ts';
import { SettingRow } from '../setting-row.tsx';

/** The switch for the sound. Turning it on plays the sound once. */
export function SoundRow() {
  const actions = useActions('notices');
  const { value: isOn } = useSetting('attention.sound');
  return (
    <SettingRow title={t('Sound')} text={t('Two short tones when you are needed and when a task ends.')} textId="setting-sound">
      <Switch label={t('Sound')} describedBy="setting-sound" isOn={isOn} onChange={(wanted) => actions.setSound(wanted)} />
    </SettingRow>
  );
}
