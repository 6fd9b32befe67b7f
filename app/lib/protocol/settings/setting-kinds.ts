/** A table in a TOML file, of a project or of a headless run, in which a setting can be given by its own name. */
export type FileTable = 'agent' | 'budget';

/** Which files other than the user's own settings can set it. */
interface InFiles<Stricter> {
  inFiles?: FileTable;
  /** The direction in which a project's file can tighten the setting. If absent, a project cannot change it. */
  stricter?: Stricter;
}

export interface SwitchSetting extends InFiles<boolean> {
  kind: 'switch';
  default: boolean;
}

export interface NumberSetting extends InFiles<'lower'> {
  kind: 'number';
  default: number;
  least: number;
  most: number;
  isWhole?: boolean;
}

/** An amount greater than zero, or null for no limit. */
export interface AmountSetting extends InFiles<'lower'> {
  kind: 'amount';
  default: number | null;
  most?: number;
  isWhole?: boolean;
}

export interface ChoiceSetting<Value extends string = string> {
  kind: 'choice';
  default: Value;
  values: readonly Value[];
}

export interface TextSetting {
  kind: 'text';
  default: string;
  longest: number;
}

/** The id of a model; empty for the model that would answer otherwise. */
export interface ModelSetting {
  kind: 'model';
  default: string;
  longest?: number | undefined;
}

/** A setting with a custom shape, which has its own schema in `OWN_SCHEMAS` and its own component. */
export interface OwnSetting<Value = unknown> {
  kind: 'own';
  default: Value;
}

export type LeafSetting = SwitchSetting | NumberSetting | AmountSetting | ChoiceSetting | TextSetting | ModelSetting | OwnSetting;

/** Settings stored as one object, which is a table in a TOML file. */
export interface SettingGroup<Settings = Readonly<Record<string, LeafSetting>>> {
  kind: 'group';
  settings: Settings;
}

export type ValueOf<Setting> = Setting extends SwitchSetting
  ? boolean
  : Setting extends NumberSetting
    ? number
    : Setting extends AmountSetting
      ? number | null
      : Setting extends ChoiceSetting<infer Value>
        ? Value
        : Setting extends TextSetting | ModelSetting
          ? string
          : Setting extends OwnSetting<infer Value>
            ? Value
            : Setting extends SettingGroup<infer Settings>
              ? ValuesOf<Settings>
              : never;

export type ValuesOf<Table> = { -readonly [Name in keyof Table]: ValueOf<Table[Name]> };

export const onOff = (value: boolean, files: InFiles<boolean> = {}): SwitchSetting => ({ kind: 'switch', default: value, ...files });
export const number = (value: number, more: Omit<NumberSetting, 'kind' | 'default'>): NumberSetting => ({
  kind: 'number',
  default: value,
  ...more,
});
export const amount = (more: Omit<AmountSetting, 'kind' | 'default'> = {}): AmountSetting => ({ kind: 'amount', default: null, ...more });
/** Defines a choice; the first value is the default. */
export const oneOf = <Value extends string>(...values: [Value, ...Value[]]): ChoiceSetting<Value> => ({
  kind: 'choice',
  default: values[0],
  values,
});
export const text = (longest: number): TextSetting => ({ kind: 'text', default: '', longest });
export const model = (longest?: number): ModelSetting => ({ kind: 'model', default: '', longest });
export const own = <Value>(value: Value): OwnSetting<Value> => ({ kind: 'own', default: value });
export const group = <Settings>(settings: Settings): SettingGroup<Settings> => ({ kind: 'group', settings });
