import { useStore } from '@nanostores/react';
import { placeOf, type SettingName, type SettingValue, settingValue, withValue } from '../../../lib/protocol/settings/setting-names.ts';
import { machineSettings } from '../../../lib/settings/settings-at.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { $place } from '../../../lib/stores/workbench.ts';
import { useActions } from '../../page/workbench-context.tsx';

/** Returns a setting's value and a function that changes it. One of a real machine is the open chat's machine's. */
export function useSetting<Name extends SettingName>(name: Name) {
  const actions = useActions('settings');
  const { top, leaf } = placeOf(name);
  const settings = useStore($settings, { keys: [top, 'machines'] });
  const place = useStore($place);
  const machineId = top === 'machine' && place !== null ? place.machineId : null;
  return {
    value: settingValue(machineId === null ? settings : { ...settings, machine: machineSettings(settings, machineId) }, name),
    change(value: SettingValue<Name>): void {
      if (machineId !== null && leaf !== undefined) {
        const { machines } = $settings.get();
        actions.updateSettings({ machines: { ...machines, [machineId]: { ...machines[machineId], [leaf]: value } } });
      } else if (top === 'agent' && leaf !== undefined) actions.updateAgentSettings({ [leaf]: value });
      else actions.updateSettings({ [top]: withValue($settings.get(), name, value)[top] });
    },
  };
}
