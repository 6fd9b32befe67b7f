import { fill, type PlaceValues } from './fill.ts';
import { language } from './language.ts';

/**
 * Returns a text in the user's language: `t('Found in {file}', { file })`. Write whole English sentences, so that `npm run texts` finds
 * them and translators can order the words. Never call it at import, because the language is known only when a page is shown.
 */
export function t<const Text extends string>(text: Text, ...[values]: PlaceValues<Text, string | number>): string {
  return fill(said(text), values);
}

/** Like `t`, if English uses one word with two meanings. `context` says which: `tIn('of a file', 'Open')`. */
export function tIn<const Text extends string>(context: string, text: Text, ...[values]: PlaceValues<Text, string | number>): string {
  const key = `${context}|${text}`;
  const found = said(key);
  return fill(found === key ? text : found, values);
}

function said(key: string): string {
  const found = language().texts[key];
  return typeof found === 'string' ? found : key;
}
