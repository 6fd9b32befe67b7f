import type { AppSettings } from '../protocol/settings.ts';
import { $settings } from '../stores/settings.ts';
import { readSettingsFile, type SettingsReading, writeSettingsFile } from './config/settings-file.ts';

/** Settings out of this browser and into it. */
export interface SettingsTransferActions {
  /** All settings but those of single chats, as a file. */
  settingsAsToml(): Promise<string>;
  /** What importing such a file would change. */
  previewSettings(text: string): Promise<SettingsReading>;
  applySettings(settings: AppSettings): void;
}

export function createSettingsTransfer(): SettingsTransferActions {
  return {
    settingsAsToml: async () => writeSettingsFile($settings.get()),
    previewSettings: async (text) => readSettingsFile(text, $settings.get()),
    applySettings: (settings) => $settings.set(settings),
  };
}
