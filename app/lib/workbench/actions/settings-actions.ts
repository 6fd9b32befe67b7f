import { t } from '../../i18n/t.ts';
import { createSettingsTransfer } from '../../settings/settings-transfer.ts';
import { sleepingRules } from '../../settings/sleeping-rules.ts';
import { $files } from '../../stores/files.ts';
import type { WorkbenchActions } from '../workbench-actions.ts';
import type { WorkbenchServices } from '../workbench-services.ts';

/** The settings and their notices. */
export function settingsActions({ notices, settings, open }: WorkbenchServices): WorkbenchActions['settings'] {
  return {
    ...createSettingsTransfer(),
    updateSettings: settings.updateSettings,
    updateAgentSettings: settings.updateAgentSettings,
    // Without a project, no script can have changed, and no runtime is booted to check.
    sleepingRules: async (rules) =>
      $files.get().has('package.json')
        ? ((await notices.guard(t('The rules could not be compared with package.json'), () =>
            sleepingRules(rules, open.project.workspace('user')),
          )) ?? [])
        : [],
  };
}
