import type { AppSettings } from '../protocol/settings.ts';
import type { SettingsService } from './settings-service.ts';

/**
 * Removes what is set for one machine, and the rules that were made there: a machine of the same id later begins with the defaults.
 * Returns what sets it again, except where something newer is set by then.
 */
export function forgetMachine({ current, updateSettings }: Pick<SettingsService, 'current' | 'updateSettings'>, machineId: string) {
  const { machines, rules }: AppSettings = current();
  const { [machineId]: own, ...others } = machines;
  const isMadeThere = (rule: { machineId?: string }) => rule.machineId === machineId;
  const made = rules.filter(isMadeThere);
  updateSettings({ machines: others, rules: rules.filter((rule) => !isMadeThere(rule)) });
  return () => {
    const now = current();
    updateSettings({
      machines: own === undefined ? now.machines : { ...now.machines, [machineId]: { ...own, ...now.machines[machineId] } },
      rules: [...now.rules, ...made],
    });
  };
}
