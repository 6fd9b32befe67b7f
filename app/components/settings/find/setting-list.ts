import type { SettingsTab } from '../../page/overlay-context.tsx';
import { textsOf } from '../rows/row-entry.ts';
import { SETTING_TABS } from '../setting-tabs.tsx';

export interface FoundSetting {
  tab: SettingsTab;
  /** The name shown in its tab, used to locate it there; `null` for the whole tab. */
  name: string | null;
  /** More search terms, such as its effect or its choices. */
  words: string;
}

/** Returns all settings, in the order of their tabs. Call it for each search: the texts are in the current language. */
export function settingList(): readonly FoundSetting[] {
  return SETTING_TABS.flatMap(({ id, rows, words }): FoundSetting[] => [
    ...(words === undefined ? [] : [{ tab: id, name: null, words: words() }]),
    ...rows.flatMap(textsOf).map((found) => ({ tab: id, ...found })),
  ]);
}
