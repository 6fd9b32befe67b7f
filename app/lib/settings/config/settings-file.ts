import { stringify } from 'smol-toml';
import { z } from 'zod';
import { t } from '../../i18n/t.ts';
import { type AppSettings, agentModeSettingsSchema, appSettingsSchema, type Routine } from '../../protocol/settings.ts';
import { routineOf } from './project-config.ts';
import { lineOf, readToml, tableOf } from './read-toml.ts';

/**
 * The settings as a file to keep or carry to another browser. It holds no secret: keys stay on the server and are no settings.
 * What belongs to one chat is left out. Names are those of `AppSettings`; routines look as in a project's file.
 */
export function writeSettingsFile(settings: AppSettings): string {
  const { agent, routines, rules, history, budget, dayBudget, ...others } = settings;
  const table = {
    ...others,
    agent,
    // TOML has no null: what is absent has no limit.
    history: withoutNull(history),
    budget: withoutNull(budget),
    dayBudget: withoutNull(dayBudget),
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
const { history, budget } = appSettingsSchema.shape;
/** What is in the file, each alone; null is absent there. */
const FIELDS: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ...Object.entries(appSettingsSchema.shape).filter(([name]) => name !== 'routines'),
  ['agent', agentModeSettingsSchema.partial().strict()],
  ['history', z.strictObject({ turns: history.shape.turns.default(null), autoCompact: history.shape.autoCompact })],
  [
    'budget',
    z.strictObject({
      tokens: budget.shape.tokens.default(null),
      money: budget.shape.money.default(null),
      minutes: budget.shape.minutes.default(null),
    }),
  ],
  ['dayBudget', z.strictObject({ tokens: budget.shape.tokens.default(null), money: budget.shape.money.default(null) })],
]);

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
  const settings = appSettingsSchema.safeParse({
    ...current,
    ...found,
    agent: { ...current.agent, ...(tableOf(found.agent) === null ? {} : (found.agent as object)) },
  });
  if (!settings.success) return { ok: false, problems: [z.prettifyError(settings.error)] };
  // Rules of single chats are of this browser's chats: a file neither brings nor takes them.
  const ofChats = current.rules.filter((rule) => rule.scope === 'chat');
  const rules = found.rules === undefined ? current.rules : [...settings.data.rules.filter((rule) => rule.scope === 'always'), ...ofChats];
  const next = { ...settings.data, rules };
  return { ok: true, settings: next, changes: settingsChanges(current, next) };
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

const TABLES = new Set([
  'agent',
  'temperature',
  'history',
  'budget',
  'dayBudget',
  'models',
  'silence',
  'codecs',
  'efforts',
  'prices',
  'contextWindows',
  'shortcuts',
  'attention',
]);

function flat(settings: AppSettings): ReadonlyMap<string, string> {
  const lines = Object.entries(settings).flatMap(([name, value]): [string, string][] => {
    const table = TABLES.has(name) ? tableOf(value) : null;
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

function withoutNull(table: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(table).filter(([, value]) => value !== null && value !== undefined));
}
