import { fill, type PlaceNames } from './fill.ts';
import { language, type PluralForms } from './language.ts';
import { numberText } from './number-text.ts';

type OtherValues<Text extends string> = [Exclude<PlaceNames<Text>, 'count'>] extends [never]
  ? []
  : [values: Readonly<Record<Exclude<PlaceNames<Text>, 'count'>, string | number>>];

/** Returns a text with a number in the language's plural form: `plural(n, { one: '{count} file', other: '{count} files' })`. */
export function plural<const One extends string, const Other extends string>(
  count: number,
  english: { one: One; other: Other },
  ...[values]: OtherValues<One | Other>
): string {
  const { locale, texts } = language();
  const found = texts[english.other] ?? english;
  const forms: PluralForms = typeof found === 'string' ? { other: found } : found;
  return fill(forms[new Intl.PluralRules(locale).select(count)] ?? forms.other, { count: numberText(count), ...values });
}
