import { stringify } from 'smol-toml';
import { z } from 'zod';
import { t } from '../../i18n/t.ts';
import type { LeafSetting, SettingGroup } from '../../protocol/settings/setting-kinds.ts';
import { SETTING_TABLE } from '../../protocol/settings/setting-table.ts';
import { type AppSettings, appSettingsSchema, groupShape, type Routine, settingSchema } from '../../protocol/settings.ts';
import { routineOf } from './project-config.ts';
import { lineOf, readToml, tableOf } from './read-toml.ts';

/**
 * Writes the settings as a file for backup or for another browser. It contains no secrets: keys stay on the server and are not settings.
 * Rules of a single chat are omitted. Names are those of `AppSettings`; routines have the format of a project's file.
 */
export function writeSettingsFile(settings: AppSettings): string {
  const { routines, rules, ...others } = settings;
  const table = {
    ...modelTable(settings.modelId),
    ...Object.fromEntries(Object.entries(others).map(([name, value]) => [name, withoutNull(value)])),
    routines: Object.fromEntries(routines.map(({ name, description, command }) => [name, { description, cmd: command }])),
    rules: rules.filter((rule) => rule.scope === 'always').map((rule) => withoutNull(rule)),
  };
  return `# Settings of Devonz. Import them under Settings, Data.\n\n${stringify(table)}\n`;
}

/** The model's name as Jexida's file has it; without the connection, which other programs do not know. */
function modelTable(modelId: string): { model?: { name: string } } {
  return modelId === '' ? {} : { model: { name: modelId.slice(modelId.indexOf(':') + 1) } };
}

export interface SettingsChange {
  name: string;
  before: string;
  after: string;
}

export type SettingsReading =
  | { ok: true; settings: AppSettings; changes: readonly SettingsChange[] }
  /** Nothing in the file is applied. */
  | { ok: false; problems: readonly string[] };

const LONGEST = 1_000_000;
/** The schema of each setting in a file. If a group omits a setting, it means "no limit" where that is allowed, else no change. */
const FIELDS: ReadonlyMap<string, z.ZodType> = new Map(
  Object.entries(SETTING_TABLE).map(([name, entry]: [string, LeafSetting | SettingGroup]) => [
    name,
    entry.kind === 'group'
      ? z.strictObject(groupShape(name, entry, (schema, { kind }) => (kind === 'amount' ? schema.default(null) : schema.optional())))
      : settingSchema(name, entry),
  ]),
);

/** Returns the settings that importing a file would result in. A file with any error is rejected, with the line of each error. */
export function readSettingsFile(text: string, current: AppSettings): SettingsReading {
  if (text.length > LONGEST) return { ok: false, problems: [t('The file is too long to hold settings.')] };
  const reading = readToml(text);
  if (!reading.ok) return { ok: false, problems: [t('Line {line}: {problem}.', { line: reading.line, problem: reading.message })] };
  const problems: string[] = [];
  const complain = (path: readonly string[], problem: string) =>
    problems.push(t('Line {line}: {problem}.', { line: lineOf(text, path), problem }));
  const found: Record<string, unknown> = {};
  let namedModel: string | null = null;
  for (const [name, value] of reading.table) {
    const schema = FIELDS.get(name);
    if (name === 'model') namedModel = modelOf(value, complain);
    else if (name === 'routines') found.routines = routinesOf(value, complain);
    else if (schema === undefined) complain([name], t('there is no setting “{name}”', { name }));
    else {
      const parsed = schema.safeParse(value);
      if (parsed.success) found[name] = parsed.data;
      for (const issue of parsed.error?.issues ?? []) {
        const path = [name, ...issue.path.map(String)];
        complain(path, t('“{name}” does not fit: {problem}', { name: path.join('.'), problem: issue.message }));
      }
    }
  }
  if (problems.length > 0) return { ok: false, problems };
  // A file of Jexida names the model in a table; one of this app has its whole id, too.
  if (namedModel !== null) found.modelId ??= namedModel;
  const settings = appSettingsSchema.safeParse({ ...current, ...withCurrent(found, current) });
  if (!settings.success) return { ok: false, problems: [z.prettifyError(settings.error)] };
  // Rules of single chats belong to this browser's chats: an import neither adds nor removes them.
  const ofChats = current.rules.filter((rule) => rule.scope === 'chat');
  const rules = found.rules === undefined ? current.rules : [...settings.data.rules.filter((rule) => rule.scope === 'always'), ...ofChats];
  const next = { ...settings.data, rules };
  return { ok: true, settings: next, changes: settingsChanges(current, next) };
}

/** Fills in the missing settings of each group from the current ones. */
function withCurrent(found: Record<string, unknown>, current: AppSettings): Record<string, unknown> {
  const entries = new Map<string, LeafSetting | SettingGroup>(Object.entries(SETTING_TABLE));
  const before = new Map<string, unknown>(Object.entries(current));
  return Object.fromEntries(
    Object.entries(found).map(([name, value]) => {
      const isGroup = entries.get(name)?.kind === 'group';
      return [name, isGroup ? Object.fromEntries([...(tableOf(before.get(name)) ?? []), ...(tableOf(value) ?? [])]) : value];
    }),
  );
}

const modelSchema = z.strictObject({ name: z.string().min(1).max(200) });

function modelOf(value: unknown, complain: (path: readonly string[], problem: string) => void): string | null {
  const table = tableOf(value);
  const parsed = modelSchema.safeParse(table === null ? null : Object.fromEntries(table));
  if (!parsed.success) complain(['model'], t('“{name}” must be a table with a name', { name: 'model' }));
  return parsed.data?.name ?? null;
}

function routinesOf(value: unknown, complain: (path: readonly string[], problem: string) => void): Routine[] {
  const table = tableOf(value);
  if (table === null) complain(['routines'], t('“{name}” must be a table', { name: 'routines' }));
  return [...(table ?? [])].flatMap(([name, entry]) => {
    const routine = routineOf(name, entry);
    if (typeof routine !== 'string') return [routine];
    complain(['routines', name], t('the routine “{name}”: {problem}', { name, problem: routine }));
    return [];
  });
}

/** Compares setting by setting; settings in a table are named `table.name`. */
export function settingsChanges(before: AppSettings, after: AppSettings): SettingsChange[] {
  const old = flat(before);
  const fresh = flat(after);
  const names = [...new Set([...old.keys(), ...fresh.keys()])];
  return names.flatMap((name) => {
    const change = { name, before: old.get(name) ?? t('none'), after: fresh.get(name) ?? t('none') };
    return change.before === change.after ? [] : [change];
  });
}

function flat(settings: AppSettings): ReadonlyMap<string, string> {
  const lines = Object.entries(settings).flatMap(([name, value]): [string, string][] => {
    const table = tableOf(value);
    if (table !== null) return [...table].map(([key, inner]) => [`${name}.${key}`, inWords(inner)]);
    if (name === 'prompts') return settings.prompts.map((prompt) => [t('prompt “{name}”', { name: prompt.name }), inWords(prompt.text)]);
    if (name === 'rules') return settings.rules.map((rule) => [t('rule “{rule}”', { rule: rule.pattern }), rule.verdict]);
    if (name === 'routines') return settings.routines.map((routine) => [t('routine “{name}”', { name: routine.name }), routine.command]);
    return [[name, inWords(value)]];
  });
  return new Map(lines);
}

function inWords(value: unknown): string {
  if (value === null || value === '') return t('none');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Removes null values. TOML has no null: a limit that is absent from a table means no limit. */
function withoutNull(value: unknown): unknown {
  const table = tableOf(value);
  return table === null ? value : Object.fromEntries([...table].filter(([, inner]) => inner !== null && inner !== undefined));
}
