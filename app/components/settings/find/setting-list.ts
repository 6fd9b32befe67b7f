import type { SettingsTab } from '../../page/overlay-context.tsx';
import { textsOf } from '../rows/row-entry.ts';
import { SETTING_TABS } from '../setting-tabs.tsx';

export interface FoundSetting {
  tab: SettingsTab;
  /** As its tab shows it, by which it is found there; null: the whole tab. */
  name: string | null;
  /** More that it is looked for by: what it does, or what can be chosen. */
  words: string;
}

/** All settings, in the order of their tabs. Asked for when they are searched: texts are in the language of now. */
export function settingList(): readonly FoundSetting[] {
  return SETTING_TABS.flatMap(({ id, rows, words }): FoundSetting[] => [
    ...(words === undefined ? [] : [{ tab: id, name: null, words: words() }]),
    ...rows.flatMap(textsOf).map((found) => ({ tab: id, ...found })),
  ]);
}
