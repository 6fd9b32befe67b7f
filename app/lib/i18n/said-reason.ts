import { fill } from './fill.ts';
import { language } from './language.ts';
import { numberText } from './number-text.ts';

/** A reason from the agent's core, which cannot translate texts: an English text from the catalogue and the values of its placeholders. */
interface GivenReason {
  text: string;
  values?: Readonly<Record<string, string | number | GivenReason>> | undefined;
}

/** Returns why something asks, in the user's language. `why` is the same in English, and the only value in journals of earlier versions. */
export function saidReason({ why, reason }: { why: string; reason?: GivenReason | undefined }): string {
  if (reason === undefined || typeof language().texts[reason.text] !== 'string') return why;
  return inLanguage(reason);
}

function inPlace(value: string | number | GivenReason): string {
  if (typeof value === 'object') return inLanguage(value);
  return typeof value === 'number' ? numberText(value) : value;
}

function inLanguage({ text, values = {} }: GivenReason): string {
  const found = language().texts[text];
  const said = Object.entries(values).map(([name, value]) => [name, inPlace(value)] as const);
  return fill(typeof found === 'string' ? found : text, Object.fromEntries(said));
}
