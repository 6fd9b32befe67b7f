import type { FileTable, LeafSetting, SettingGroup, ValueOf } from './setting-kinds.ts';
import { type AppSettings, SETTING_TABLE, type SettingTable } from './setting-table.ts';

/** The entries by name. The name of a setting in a group starts with the group: `theme`, `budget.tokens`. */
type Leaves = {
  [Top in keyof SettingTable]: SettingTable[Top] extends SettingGroup<infer Settings>
    ? { [Leaf in keyof Settings & string as `${Top}.${Leaf}`]: Settings[Leaf] }
    : { [Name in Top]: SettingTable[Top] };
}[keyof SettingTable];
type Merged<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void ? All : never;

/** The table entry of every setting, by name. */
export type NamedSettings = Merged<Leaves>;
export type SettingName = keyof NamedSettings;
export type SettingValue<Name extends SettingName> = ValueOf<NamedSettings[Name]>;

const entries = Object.entries(SETTING_TABLE).flatMap(([top, entry]: [string, LeafSetting | SettingGroup]): [string, LeafSetting][] =>
  entry.kind === 'group' ? Object.entries(entry.settings).map(([leaf, setting]) => [`${top}.${leaf}`, setting]) : [[top, entry]],
);

/** All settings, in the order of the table. */
export const SETTINGS = new Map(entries as [SettingName, LeafSetting][]); // The names are derived from the table's keys, as in the type.

export function settingOf(name: SettingName): LeafSetting {
  const setting = SETTINGS.get(name);
  if (setting === undefined) throw new Error(`There is no setting ${name}`);
  return setting;
}

/** Returns the key of `AppSettings` that holds the setting, and its key in the group if it is in one. */
export function placeOf(name: SettingName): { top: keyof AppSettings; leaf: string | undefined } {
  const [top, leaf] = name.split('.');
  return { top: top as keyof AppSettings, leaf }; // The first part of a name is a key of the table.
}

export function settingValue<Name extends SettingName>(settings: AppSettings, name: Name): SettingValue<Name> {
  const { top, leaf } = placeOf(name);
  const whole: unknown = settings[top];
  const value = leaf === undefined ? whole : new Map(Object.entries(whole as object)).get(leaf); // A setting with a leaf is in a group, which is an object.
  return value as SettingValue<Name>; // Its place in the table determines its type.
}

/** Returns a copy of the settings with one value changed. */
export function withValue<Name extends SettingName>(settings: AppSettings, name: Name, value: SettingValue<Name>): AppSettings {
  const { top, leaf } = placeOf(name);
  return { ...settings, [top]: leaf === undefined ? value : { ...(settings[top] as object), [leaf]: value } }; // As above.
}

export interface GivenInFiles {
  name: SettingName;
  /** The key in the table of the file. */
  key: string;
  setting: LeafSetting;
}

/** Returns the settings that this table can contain in files other than the settings file. */
export function settingsInFiles(table: FileTable): readonly GivenInFiles[] {
  return [...SETTINGS].flatMap(([name, setting]) =>
    'inFiles' in setting && setting.inFiles === table ? [{ name, key: name.split('.').at(-1) ?? name, setting }] : [],
  );
}
