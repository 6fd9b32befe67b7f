import { z } from 'zod';
import { shortcutsSchema } from './keys/shortcuts-schema.ts';
import { mcpServersSchema } from './mcp/mcp.ts';
import { localEndpointsSchema } from './models/local-endpoint.ts';
import { modelPriceSchema } from './models/model-price.ts';
import { savedPromptsSchema } from './prompts/saved-prompt.ts';
import type { LeafSetting, OwnSetting, SettingGroup, ValuesOf } from './settings/setting-kinds.ts';
import type { NamedSettings, SettingName, SettingValue } from './settings/setting-names.ts';
import { commandRuleSchema, reasoningEffortSchema, routineSchema, toolCodecSchema } from './settings/setting-parts.ts';
import { type AppSettings, type MachineSettings, SETTING_TABLE, type SettingTable } from './settings/setting-table.ts';

export { DEFAULT_AGENT_SETTINGS, DEFAULT_APP_SETTINGS } from './default-settings.ts';
export {
  type CommandRule,
  type Hook,
  type HookWhen,
  hookSchema,
  hookWhenSchema,
  type ReasoningEffort,
  type Routine,
  reasoningEffortSchema,
  routineSchema,
  type ToolCodecName,
} from './settings/setting-parts.ts';
export type { AppSettings };

export type AgentModeSettings = AppSettings['agent'];
export type RuntimeHost = AppSettings['runtimeHost'];
export type Budget = AppSettings['budget'];
export type DayBudget = AppSettings['dayBudget'];
export type ModelChoices = AppSettings['models'];
export type AttentionSettings = AppSettings['attention'];

type OwnName = { [Name in SettingName]: NamedSettings[Name] extends OwnSetting ? Name : never }[SettingName];

const modelIdSchema = z.string().max(200);
const machineChanges = z.object(groupShape('machine', SETTING_TABLE.machine)).partial();
/** Schemas of the settings whose shape no kind describes. */
const OWN_SCHEMAS: { [Name in OwnName]: z.ZodType<SettingValue<Name>> } = {
  'models.favourites': z.array(modelIdSchema).max(100),
  'models.recent': z.array(modelIdSchema).max(8),
  machines: z.record(z.string().max(64), machineChanges as z.ZodType<Partial<MachineSettings>>), // Files and storage have no `undefined`.
  rules: z.array(commandRuleSchema),
  codecs: z.record(z.string(), toolCodecSchema),
  efforts: z.record(z.string(), reasoningEffortSchema),
  prices: z.record(z.string(), modelPriceSchema),
  contextWindows: z.record(z.string(), z.number().int().positive()),
  routines: z.array(routineSchema),
  prompts: savedPromptsSchema,
  mcpServers: mcpServersSchema,
  localEndpoints: localEndpointsSchema,
  shortcuts: shortcutsSchema,
};

/** Returns the schema of one setting; `name` is its full path. */
export function settingSchema(name: string, setting: LeafSetting): z.ZodType {
  switch (setting.kind) {
    case 'switch':
      return z.boolean();
    case 'number':
      return wholeOrNot(setting.isWhole).min(setting.least).max(setting.most);
    case 'amount': {
      const { isWhole, most } = setting;
      const given = wholeOrNot(isWhole).positive();
      return (most === undefined ? given : given.max(most)).nullable();
    }
    case 'choice':
      return z.enum(setting.values);
    case 'text':
      return z.string().max(setting.longest);
    case 'model':
      return setting.longest === undefined ? z.string() : z.string().max(setting.longest);
    case 'own': {
      const schema = new Map<string, z.ZodType>(Object.entries(OWN_SCHEMAS)).get(name);
      if (schema === undefined) throw new Error(`The setting ${name} has no schema`);
      return schema;
    }
  }
}

function wholeOrNot(isWhole = false): z.ZodNumber {
  return isWhole ? z.number().int() : z.number();
}

type ShapeOf<Settings> = { [Name in keyof Settings]: z.ZodType<ValuesOf<Settings>[Name]> };

/** Returns the schemas of a group's settings, each passed through `map`. */
export function groupShape<Settings>(
  top: string,
  { settings }: SettingGroup<Settings>,
  map: (schema: z.ZodType, setting: LeafSetting) => z.ZodType = (schema) => schema,
): ShapeOf<Settings> {
  const leaves: [string, LeafSetting][] = Object.entries(settings as Readonly<Record<string, LeafSetting>>); // The values of a group in the table.
  // Schema and type are both derived from the kind.
  return Object.fromEntries(
    leaves.map(([leaf, setting]) => [leaf, map(settingSchema(`${top}.${leaf}`, setting), setting)]),
  ) as ShapeOf<Settings>;
}

export const agentModeSettingsSchema = z.object(groupShape('agent', SETTING_TABLE.agent));

/** A setting that a stored group lacks, because it is newer, gets its default. */
export const appSettingsSchema = z.object(
  Object.fromEntries(
    Object.entries(SETTING_TABLE).map(([name, entry]: [string, LeafSetting | SettingGroup]) => [
      name,
      entry.kind === 'group'
        ? z.object(groupShape(name, entry, (schema, setting) => schema.default(setting.default)))
        : settingSchema(name, entry),
    ]),
  ) as ShapeOf<SettingTable>, // See `groupShape`.
);
