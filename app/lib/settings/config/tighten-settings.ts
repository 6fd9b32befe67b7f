import { withProjectRules } from '../../agent/policy/rules/with-project-rules.ts';
import type { ProjectConfig } from '../../protocol/project-facts/project-config.ts';
import { SETTINGS, settingOf, settingValue, withValue } from '../../protocol/settings/setting-names.ts';
import type { AppSettings } from '../../protocol/settings.ts';

/**
 * The settings in force in a project: the user's, tightened by what its file says. The file may have been written by the agent or
 * come with a stranger's project, so nothing in it loosens anything: of two limits the lower one counts, what asks keeps asking, and
 * rules are only added, only denying ones. The user's own rules are the same objects, so that their uses are counted.
 */
export function tightenSettings(settings: AppSettings, config: ProjectConfig): AppSettings {
  const rules = config.deny.map((pattern) => ({ pattern, verdict: 'deny' as const }));
  let tight = withProjectRules(settings, rules);
  for (const name of SETTINGS.keys()) {
    const wanted = config.tightened[name];
    const setting = settingOf(name);
    if (wanted === undefined) continue;
    if (setting.kind === 'switch' && wanted === setting.stricter) tight = withValue(tight, name, wanted);
    if (
      (setting.kind === 'number' || setting.kind === 'amount') &&
      setting.stricter === 'lower' &&
      isLower(wanted, settingValue(tight, name))
    )
      tight = withValue(tight, name, wanted);
  }
  return tight;
}

/** Where there is no limit, any limit is lower. */
function isLower(wanted: boolean | number, current: unknown): boolean {
  return typeof wanted === 'number' && (typeof current !== 'number' || wanted < current);
}
