import type { LeafSetting, SettingGroup } from './settings/setting-kinds.ts';
import { type AppSettings, SETTING_TABLE } from './settings/setting-table.ts';

function defaultsOf(table: Readonly<Record<string, LeafSetting | SettingGroup>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(table).map(([name, entry]) => [name, entry.kind === 'group' ? defaultsOf(entry.settings) : entry.default]),
  );
}

/** Kept apart from the schemas so that the first screen can show them without loading zod. */
export const DEFAULT_APP_SETTINGS = defaultsOf(SETTING_TABLE) as AppSettings; // Each default has the type of its entry.

/** The seed's. */
export const DEFAULT_AGENT_SETTINGS: AppSettings['agent'] = DEFAULT_APP_SETTINGS.agent;
