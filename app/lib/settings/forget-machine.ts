import type { CommandRule } from '../protocol/settings.ts';
import type { SettingsService } from './settings-service.ts';

/**
 * Removes what is set for one machine, and what is allowed there: a machine of the same id later begins with the defaults. Deny rules that
 * were made there hold everywhere, so they stay. Returns what sets it again, except where something newer is set by then.
 */
export function forgetMachine({ current, updateSettings }: Pick<SettingsService, 'current' | 'updateSettings'>, machineId: string) {
  const { machines, rules } = current();
  const { [machineId]: own, ...others } = machines;
  const made = rules.filter((rule) => rule.machineId === machineId);
  const denials = made.filter(({ verdict }) => verdict === 'deny').map(withoutMachine);
  updateSettings({ machines: others, rules: [...rules.filter((rule) => !made.includes(rule)), ...denials] });
  return () => {
    const now = current();
    updateSettings({
      machines: own === undefined ? now.machines : { ...now.machines, [machineId]: { ...own, ...now.machines[machineId] } },
      rules: [...now.rules.filter((rule) => !denials.includes(rule)), ...made],
    });
  };
}

function withoutMachine({ machineId: _machineId, ...rule }: CommandRule): CommandRule {
  return rule;
}
