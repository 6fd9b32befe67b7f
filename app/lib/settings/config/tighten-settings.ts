import { withProjectRules } from '../../agent/policy/rules/with-project-rules.ts';
import type { ProjectConfig } from '../../protocol/project-facts/project-config.ts';
import { SETTINGS, settingOf, settingValue, withValue } from '../../protocol/settings/setting-names.ts';
import type { AppSettings } from '../../protocol/settings.ts';

/**
 * Returns the effective settings of a project: the user's, tightened by the project's file. The agent or a stranger may have written
 * that file, so it can never loosen anything: the lower of two limits applies, what requires approval keeps requiring it, and only deny
 * rules can be added. The user's own rules keep their identity, so that their uses are counted.
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

/** Any limit is lower than no limit. */
function isLower(wanted: boolean | number, current: unknown): boolean {
  return typeof wanted === 'number' && (typeof current !== 'number' || wanted < current);
}
