import { z } from 'zod';
import { t } from '../../i18n/t.ts';
import { connectionHostSchema, connectionUserSchema } from '../../protocol/machines/connection.ts';
import type { McpServer } from '../../protocol/mcp/mcp.ts';
import { EMPTY_PROJECT_CONFIG, type ProjectConfig } from '../../protocol/project-facts/project-config.ts';
import type { FileTable } from '../../protocol/settings/setting-kinds.ts';
import { type SettingName, settingsInFiles } from '../../protocol/settings/setting-names.ts';
import { type Routine, routineSchema, settingSchema } from '../../protocol/settings.ts';
import { MOST_PROJECT_SERVERS, projectServerOf } from './project-server.ts';
import { readHooks } from './read-hooks.ts';
import { lineOf, readToml, type TomlTable, tableOf } from './read-toml.ts';

export const PROJECT_CONFIG_PATH = '.devonz/config.toml';

export interface ConfigReading {
  config: ProjectConfig;
  /** Each ignored entry and the reason, with its line number. */
  warnings: readonly string[];
}

const LONGEST = 100_000;
const KNOWN_TABLES = ['model', 'agent', 'budget', 'routines', 'hooks', 'rules', 'mcp', 'connection'];

/** Reads the file. Invalid entries are ignored with a warning; all others still apply. */
export function readProjectConfig(text: string): ConfigReading {
  if (text.length > LONGEST)
    return { config: EMPTY_PROJECT_CONFIG, warnings: [t('{file} is too long to be read.', { file: PROJECT_CONFIG_PATH })] };
  const reading = readToml(text);
  if (!reading.ok) {
    const place = { file: PROJECT_CONFIG_PATH, line: reading.line, problem: reading.message };
    const warning = t('{file}, line {line}: {problem}. The defaults are in force.', place);
    return { config: EMPTY_PROJECT_CONFIG, warnings: [warning] };
  }
  const reader = new ConfigReader(text, reading.table);
  return { config: reader.read(), warnings: reader.warnings };
}

class ConfigReader {
  readonly warnings: string[] = [];
  readonly #text: string;
  readonly #root: TomlTable;

  constructor(text: string, root: TomlTable) {
    this.#text = text;
    this.#root = root;
  }

  read(): ProjectConfig {
    for (const name of this.#root.keys()) {
      if (!KNOWN_TABLES.includes(name))
        this.#warn(
          [name],
          t('there is no {table}; there are {tables}', { table: `[${name}]`, tables: KNOWN_TABLES.map((one) => `[${one}]`).join(', ') }),
        );
    }
    const connection = this.#table('connection', ['host', 'user']);
    const model = this.#table('model', ['name']);
    const rules = this.#table('rules', ['deny']);
    const value = <Value>(table: TomlTable, path: [string, string], schema: z.ZodType<Value>) => this.#value(table, path, schema);
    return {
      connection: this.#root.has('connection')
        ? {
            host: value(connection, ['connection', 'host'], connectionHostSchema),
            user: value(connection, ['connection', 'user'], connectionUserSchema),
          }
        : null,
      model: value(model, ['model', 'name'], z.string().min(1).max(200)),
      tightened: { ...this.#tightened('agent'), ...this.#tightened('budget') },
      routines: this.#routines(),
      mcpServers: this.#mcpServers(),
      hooks: readHooks(this.#root.get('hooks'), (path, problem) => this.#warn(path, problem)),
      deny: value(rules, ['rules', 'deny'], z.array(z.string().trim().min(1).max(2_000)).max(200)) ?? [],
    };
  }

  #table(name: string, keys: readonly string[]): TomlTable {
    const value = this.#root.get(name);
    if (value === undefined) return new Map();
    const table = tableOf(value);
    if (table === null) {
      this.#warn([name], t('“{name}” must be a table, {table}', { name, table: `[${name}]` }));
      return new Map();
    }
    for (const key of table.keys()) {
      if (!keys.includes(key))
        this.#warn([name, key], t('{table} has no “{key}”; it has {keys}', { table: `[${name}]`, key, keys: keys.join(', ') }));
    }
    return table;
  }

  #value<Value>(table: TomlTable, [name, key]: [string, string], schema: z.ZodType<Value>): Value | null {
    const given = table.get(key);
    if (given === undefined) return null;
    const parsed = schema.safeParse(given);
    if (parsed.success) return parsed.data;
    this.#warn(
      [name, key],
      t('“{name}” does not fit: {problem}', { name: key, problem: parsed.error.issues[0]?.message ?? t('it is something else') }),
    );
    return null;
  }

  /** Reads the settings of one table that make the agent ask more often or stop earlier. */
  #tightened(name: FileTable): ProjectConfig['tightened'] {
    const settings = settingsInFiles(name).filter(({ setting }) => 'stricter' in setting);
    const table = this.#table(
      name,
      settings.map(({ key }) => key),
    );
    const found = settings.flatMap(({ name: full, key, setting }): [SettingName, boolean | number][] => {
      const given = this.#value(table, [name, key], settingSchema(full, setting));
      if (typeof given === 'number') return [[full, given]];
      if (typeof given !== 'boolean' || setting.kind !== 'switch') return [];
      if (given !== setting.stricter) this.#warnOfLooser(name, key, given);
      return given === setting.stricter ? [[full, given]] : [];
    });
    return Object.fromEntries(found);
  }

  #warnOfLooser(name: FileTable, key: string, given: boolean): void {
    const setting = `${key} = ${given}`;
    this.#warn(
      [name, key],
      given
        ? t('“{setting}” does nothing: a project can only make the agent ask more. Switch it on in Settings', { setting })
        : t('“{setting}” does nothing: a project can only make the agent ask more. Switch it off in Settings', { setting }),
    );
  }

  #routines(): Routine[] {
    const value = this.#root.get('routines');
    const table = value === undefined ? new Map<string, unknown>() : tableOf(value);
    if (table === null) this.#warn(['routines'], t('“{name}” must be a table, {table}', { name: 'routines', table: '[routines]' }));
    return [...(table ?? [])].flatMap(([name, entry]) => {
      const routine = routineOf(name, entry);
      if (typeof routine !== 'string') return [routine];
      this.#warn(['routines', name], t('the routine “{name}”: {problem}', { name, problem: routine }));
      return [];
    });
  }

  #mcpServers(): McpServer[] {
    const value = this.#root.get('mcp');
    const table = value === undefined ? new Map<string, unknown>() : tableOf(value);
    if (table === null) this.#warn(['mcp'], t('“{name}” must be a table, {table}', { name: 'mcp', table: '[mcp.NAME]' }));
    const servers = [...(table ?? [])].flatMap(([name, entry]) => {
      const reading = projectServerOf(name, entry);
      if (reading.ok) return [reading.server];
      this.#warn(
        ['mcp', name, ...(reading.field === null ? [] : [reading.field])],
        t('the MCP server “{name}”: {problem}', { name, problem: reading.why }),
      );
      return [];
    });
    if (servers.length > MOST_PROJECT_SERVERS)
      this.#warn(['mcp'], t('only the first {most} MCP servers are read', { most: MOST_PROJECT_SERVERS }));
    return servers.slice(0, MOST_PROJECT_SERVERS);
  }

  #warn(path: readonly string[], problem: string): void {
    this.warnings.push(t('{file}, line {line}: {problem}.', { file: PROJECT_CONFIG_PATH, line: lineOf(this.#text, path), problem }));
  }
}

/** Returns a routine, or a message that describes the problem. The entry may be just a command string. */
export function routineOf(name: string, entry: unknown): Routine | string {
  const fields = typeof entry === 'string' ? new Map<string, unknown>([['cmd', entry]]) : tableOf(entry);
  if (fields === null) return t('must be a command, or a table with description and cmd');
  const parsed = routineSchema.safeParse({ name, description: fields.get('description') ?? '', command: fields.get('cmd') });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path[0] === 'command' ? 'cmd' : String(issue?.path[0] ?? '');
  return field === 'name'
    ? t('its name does not fit: small letters, digits, - and _')
    : t('its {field} does not fit: {problem}', { field, problem: issue?.message ?? '' });
}
