import type { MachineSettings } from '../protocol/settings/setting-table.ts';
import type { AppSettings, CommandRule } from '../protocol/settings.ts';
import type { RealMachine } from '../runtime/types.ts';

/**
 * Returns the settings in force where a project's commands run. On a real machine its own settings take the place of those with the same
 * names, and only allow rules that were made there apply. Deny rules apply everywhere. Rules are the same objects as in `settings`, by
 * which their uses are counted.
 */
export function settingsAt(settings: AppSettings, machine: RealMachine | null): AppSettings {
  const rules = settings.rules.filter((rule) => rule.verdict === 'deny' || rule.machineId === machine?.id);
  if (machine === null) return rules.length === settings.rules.length ? settings : { ...settings, rules };
  const own = Object.entries(machineSettings(settings, machine.id));
  const agent = Object.fromEntries(own.filter(([name]) => name in settings.agent));
  const others = Object.fromEntries(own.filter(([name]) => !(name in settings.agent)));
  return { ...settings, ...others, agent: { ...settings.agent, ...agent }, rules };
}

/** Returns what is set for one machine: a change there is none for another. */
export function machineSettings({ machine, machines }: Pick<AppSettings, 'machine' | 'machines'>, machineId: string): MachineSettings {
  return { ...machine, ...machines[machineId] };
}

/** Returns the rule as it is kept if it is made where a project's commands run. */
export function ruleMadeAt(rule: CommandRule, machine: RealMachine | null): CommandRule {
  return machine === null ? rule : { ...rule, machineId: machine.id };
}
