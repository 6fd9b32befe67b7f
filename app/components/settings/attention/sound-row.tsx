import { useActions } from '../../page/workbench-context.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useSetting } from '../rows/use-setting.ts';
import { SettingRow } from '../setting-row.tsx';
import { ATTENTION_SETTINGS_TEXT as TEXT } from './attention-settings-text.ts';

/** The switch for the sound. Turning it on plays the sound once. */
export function SoundRow() {
  const actions = useActions('notices');
  const { value: isOn } = useSetting('attention.sound');
  return (
    <SettingRow title={TEXT.sound.title()} text={TEXT.sound.text()} textId="setting-sound">
      <Switch label={TEXT.sound.title()} describedBy="setting-sound" isOn={isOn} onChange={(wanted) => actions.setSound(wanted)} />
    </SettingRow>
  );
}
