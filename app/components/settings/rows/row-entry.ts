import type { ReactNode } from 'react';
import type { Place } from '../../../lib/protocol/machines/place.ts';
import type { NamedSettings, SettingName, SettingValue } from '../../../lib/protocol/settings/setting-names.ts';
import type { AppSettings } from '../../../lib/protocol/settings.ts';

/** The texts by which the search finds an entry: its name, as shown in its tab, and others. */
export interface FoundTexts {
  title: () => string;
  /** A sentence about its effect. */
  text?: () => string;
  /** More search terms, in any language. */
  words?: string;
}

interface ValueTexts<Name extends SettingName> extends FoundTexts {
  setting: Name;
  /** If absent, the row is always shown. `place`: where the open project lies; null for this browser. */
  isShown?: (settings: AppSettings, place: Place | null) => boolean;
}

/** The texts that a control needs in addition to its setting's entry in the table. */
interface KindTexts<Value> {
  switch: { text: () => string };
  number: { text: () => string };
  text: { text: () => string };
  amount: { text: () => string; unit: () => string };
  /** `none` is the label for no model. */
  model: { text: () => string; none: () => string };
  choice: { choices: Readonly<Record<Extract<Value, string>, { title: () => string; text: () => string }>> };
}

type ValueRowOf<Name extends SettingName> = NamedSettings[Name]['kind'] extends infer Kind extends keyof KindTexts<never>
  ? ValueTexts<Name> & KindTexts<SettingValue<Name>>[Kind]
  : never;

/** A setting whose control is derived from its kind. */
export type ValueRow = { [Name in SettingName]: ValueRowOf<Name> }[SettingName];

export interface HeadingRow {
  heading: () => string;
  about?: () => string;
  /** Whether the search finds the heading. */
  isFound?: boolean;
}

/** A row with a custom component. */
export interface PartRow {
  render: () => ReactNode;
  finds?: readonly FoundTexts[];
  /** The settings that the row changes. */
  settings?: readonly SettingName[];
}

export type RowEntry = ValueRow | HeadingRow | PartRow;

/** Returns the names under which the search finds a row, each with its other search terms. */
export function textsOf(row: RowEntry): readonly { name: string; words: string }[] {
  if ('heading' in row) return row.isFound === true ? [{ name: row.heading(), words: '' }] : [];
  const found: readonly FoundTexts[] = 'setting' in row ? [row] : (row.finds ?? []);
  const choices = 'choices' in row ? Object.values(row.choices) : [];
  return found.map(({ title, text, words = '' }) => ({
    name: title(),
    words: [text?.() ?? '', words, ...choices.flatMap((choice) => [choice.title(), choice.text()])].join(' '),
  }));
}

/** Returns the settings that a row changes. */
export function settingsOf(row: RowEntry): readonly SettingName[] {
  if ('setting' in row) return [row.setting];
  return 'render' in row ? (row.settings ?? []) : [];
}
