import { fill, type PlaceValues } from './fill.ts';
import { language } from './language.ts';

/**
 * A text that the user sees, in their language: `t('Found in {file}', { file })`. Written in English in whole sentences, so that
 * `npm run texts` finds it and a translator can order its words. Never at import: the language is known when a page is shown.
 */
export function t<const Text extends string>(text: Text, ...[values]: PlaceValues<Text, string | number>): string {
  return fill(said(text), values);
}

/** The same where English has one word for two things. `context` says which: `tIn('of a file', 'Open')`. */
export function tIn<const Text extends string>(context: string, text: Text, ...[values]: PlaceValues<Text, string | number>): string {
  const key = `${context}|${text}`;
  const found = said(key);
  return fill(found === key ? text : found, values);
}

function said(key: string): string {
  const found = language().texts[key];
  return typeof found === 'string' ? found : key;
}
