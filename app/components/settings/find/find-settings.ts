import type { SettingsTab } from '../../page/overlay-context.tsx';
import { type FoundSetting, settingList } from './setting-list.ts';

/** Settings that have all words of the query, or beginnings of them: those first that have them in their name. */
export function findSettings(query: string, tabName: (tab: SettingsTab) => string): readonly FoundSetting[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const has = (text: string) => words.every((word) => plain(text).includes(word));
  const found = settingList().filter(({ tab, name, words: more }) => has(`${name ?? ''} ${tabName(tab)} ${more}`));
  const isNamed = ({ tab, name }: FoundSetting) => has(name ?? tabName(tab));
  return [...found.filter(isNamed), ...found.filter((setting) => !isNamed(setting))];
}

/** Without capitals and accents: `u` finds `ü`. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
