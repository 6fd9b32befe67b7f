import type { SettingsTab } from '../../page/overlay-context.tsx';
import { type FoundSetting, settingList } from './setting-list.ts';

/** Finds settings whose texts contain all words of the query. Matches in the name come first. */
export function findSettings(query: string, tabName: (tab: SettingsTab) => string): readonly FoundSetting[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const has = (text: string) => words.every((word) => plain(text).includes(word));
  const found = settingList().filter(({ tab, name, words: more }) => has(`${name ?? ''} ${tabName(tab)} ${more}`));
  const isNamed = ({ tab, name }: FoundSetting) => has(name ?? tabName(tab));
  return [...found.filter(isNamed), ...found.filter((setting) => !isNamed(setting))];
}

/** Removes accents and converts to lower case, so that `u` finds `ü`. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
