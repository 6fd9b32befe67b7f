import { $settings } from '../stores/settings.ts';
import type { WorkbenchActions } from '../workbench/workbench-actions.ts';
import { readSettingsFile, writeSettingsFile } from './config/settings-file.ts';

/** Settings out of this browser and into it. */
export function createSettingsTransfer(): Pick<WorkbenchActions, 'settingsAsToml' | 'previewSettings' | 'applySettings'> {
  return {
    settingsAsToml: async () => writeSettingsFile($settings.get()),
    previewSettings: async (text) => readSettingsFile(text, $settings.get()),
    applySettings: (settings) => $settings.set(settings),
  };
}
