import type { ReactNode } from 'react';
import type { NamedSettings, SettingName, SettingValue } from '../../../lib/protocol/settings/setting-names.ts';
import type { AppSettings } from '../../../lib/protocol/settings.ts';

/** The search finds an entry by its name, which is shown in its tab, and by the other texts. */
export interface FoundTexts {
  title: () => string;
  /** A sentence on its effect. */
  text?: () => string;
  /** More that it is looked for by, in any language. */
  words?: string;
}

interface ValueTexts<Name extends SettingName> extends FoundTexts {
  setting: Name;
  /** Absent: always. */
  isShown?: (settings: AppSettings) => boolean;
}

/** Words that a control needs besides its setting's entry in the table. */
interface KindTexts<Value> {
  switch: { text: () => string };
  number: { text: () => string };
  text: { text: () => string };
  amount: { text: () => string; unit: () => string };
  /** `none` names the choice of no model. */
  model: { text: () => string; none: () => string };
  choice: { choices: Readonly<Record<Extract<Value, string>, { title: () => string; text: () => string }>> };
}

type ValueRowOf<Name extends SettingName> = NamedSettings[Name]['kind'] extends infer Kind extends keyof KindTexts<never>
  ? ValueTexts<Name> & KindTexts<SettingValue<Name>>[Kind]
  : never;

/** A setting whose control follows from its kind. */
export type ValueRow = { [Name in SettingName]: ValueRowOf<Name> }[SettingName];

export interface HeadingRow {
  heading: () => string;
  about?: () => string;
  /** The search finds it, too. */
  isFound?: boolean;
}

/** A row with a component of its own. */
export interface PartRow {
  render: () => ReactNode;
  finds?: readonly FoundTexts[];
  /** Those that it changes. */
  settings?: readonly SettingName[];
}

export type RowEntry = ValueRow | HeadingRow | PartRow;

/** The names under which the search finds a row, each with the other words that lead to it. */
export function textsOf(row: RowEntry): readonly { name: string; words: string }[] {
  if ('heading' in row) return row.isFound === true ? [{ name: row.heading(), words: '' }] : [];
  const found: readonly FoundTexts[] = 'setting' in row ? [row] : (row.finds ?? []);
  const choices = 'choices' in row ? Object.values(row.choices) : [];
  return found.map(({ title, text, words = '' }) => ({
    name: title(),
    words: [text?.() ?? '', words, ...choices.flatMap((choice) => [choice.title(), choice.text()])].join(' '),
  }));
}

/** The settings that a row changes. */
export function settingsOf(row: RowEntry): readonly SettingName[] {
  if ('setting' in row) return [row.setting];
  return 'render' in row ? (row.settings ?? []) : [];
}
