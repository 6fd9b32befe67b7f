import { useStore } from '@nanostores/react';
import { placeOf, type SettingName, type SettingValue, settingValue, withValue } from '../../../lib/protocol/settings/setting-names.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { useActions } from '../../page/workbench-context.tsx';

/** Returns a setting's value and a function that changes it. */
export function useSetting<Name extends SettingName>(name: Name) {
  const actions = useActions('settings');
  const { top, leaf } = placeOf(name);
  const settings = useStore($settings, { keys: [top] });
  return {
    value: settingValue(settings, name),
    change(value: SettingValue<Name>): void {
      if (top === 'agent' && leaf !== undefined) actions.updateAgentSettings({ [leaf]: value });
      else actions.updateSettings({ [top]: withValue($settings.get(), name, value)[top] });
    },
  };
}
