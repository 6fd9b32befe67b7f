import { stringify } from 'smol-toml';
import { z } from 'zod';
import { t } from '../../i18n/t.ts';
import type { LeafSetting, SettingGroup } from '../../protocol/settings/setting-kinds.ts';
import { SETTING_TABLE } from '../../protocol/settings/setting-table.ts';
import { type AppSettings, appSettingsSchema, groupShape, type Routine, settingSchema } from '../../protocol/settings.ts';
import { routineOf } from './project-config.ts';
import { lineOf, readToml, tableOf } from './read-toml.ts';

/**
 * The settings as a file to keep or carry to another browser. It holds no secret: keys stay on the server and are no settings.
 * What belongs to one chat is left out. Names are those of `AppSettings`; routines look as in a project's file.
 */
export function writeSettingsFile(settings: AppSettings): string {
  const { routines, rules, ...others } = settings;
  const table = {
    ...Object.fromEntries(Object.entries(others).map(([name, value]) => [name, withoutNull(value)])),
    routines: Object.fromEntries(routines.map(({ name, description, command }) => [name, { description, cmd: command }])),
    rules: rules.filter((rule) => rule.scope === 'always').map((rule) => withoutNull(rule)),
  };
  return `# Settings of Devonz. Import them under Settings, Data.\n\n${stringify(table)}\n`;
}

export interface SettingsChange {
  name: string;
  before: string;
  after: string;
}

export type SettingsReading =
  | { ok: true; settings: AppSettings; changes: readonly SettingsChange[] }
  /** Nothing of the file is taken. */
  | { ok: false; problems: readonly string[] };

const LONGEST = 1_000_000;
/** Each setting's schema in a file. An absent setting of a group has no limit if it may have none, else it stays as it is. */
const FIELDS: ReadonlyMap<string, z.ZodType> = new Map(
  Object.entries(SETTING_TABLE).map(([name, entry]: [string, LeafSetting | SettingGroup]) => [
    name,
    entry.kind === 'group'
      ? z.strictObject(groupShape(name, entry, (schema, { kind }) => (kind === 'amount' ? schema.default(null) : schema.optional())))
      : settingSchema(name, entry),
  ]),
);

/** What importing a file would make of the settings. A file with a fault is refused whole, with each fault's line. */
export function readSettingsFile(text: string, current: AppSettings): SettingsReading {
  if (text.length > LONGEST) return { ok: false, problems: [t('The file is too long to hold settings.')] };
  const reading = readToml(text);
  if (!reading.ok) return { ok: false, problems: [t('Line {line}: {problem}.', { line: reading.line, problem: reading.message })] };
  const problems: string[] = [];
  const complain = (path: readonly string[], problem: string) =>
    problems.push(t('Line {line}: {problem}.', { line: lineOf(text, path), problem }));
  const found: Record<string, unknown> = {};
  for (const [name, value] of reading.table) {
    const schema = FIELDS.get(name);
    if (name === 'routines') found.routines = routinesOf(value, complain);
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
  const settings = appSettingsSchema.safeParse({ ...current, ...withCurrent(found, current) });
  if (!settings.success) return { ok: false, problems: [z.prettifyError(settings.error)] };
  // Rules of single chats are of this browser's chats: a file neither brings nor takes them.
  const ofChats = current.rules.filter((rule) => rule.scope === 'chat');
  const rules = found.rules === undefined ? current.rules : [...settings.data.rules.filter((rule) => rule.scope === 'always'), ...ofChats];
  const next = { ...settings.data, rules };
  return { ok: true, settings: next, changes: settingsChanges(current, next) };
}

/** Groups are completed by what is in force. */
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

/** Setting by setting; those of a table under `table.name`. */
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

/** TOML has no null: what is absent from a table has no limit. */
function withoutNull(value: unknown): unknown {
  const table = tableOf(value);
  return table === null ? value : Object.fromEntries([...table].filter(([, inner]) => inner !== null && inner !== undefined));
}
