import type { AppSettings } from '../protocol/settings.ts';
import { $settings } from '../stores/settings.ts';
import { readSettingsFile, type SettingsReading, writeSettingsFile } from './config/settings-file.ts';

/** Actions that export and import settings. */
export interface SettingsTransferActions {
  /** Exports all settings, except those of single chats, as a file. */
  settingsAsToml(): Promise<string>;
  /** Returns the changes that importing such a file would make. */
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
