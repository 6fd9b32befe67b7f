import { z } from 'zod';
import type { McpServer } from '../../protocol/mcp/mcp.ts';
import { budgetSchema, type Routine, routineSchema } from '../../protocol/settings.ts';
import { EMPTY_PROJECT_CONFIG, type ProjectConfig } from './empty-project-config.ts';
import { MOST_PROJECT_SERVERS, projectServerOf } from './project-server.ts';
import { readHooks } from './read-hooks.ts';
import { lineOf, readToml, type TomlTable, tableOf } from './read-toml.ts';

export const PROJECT_CONFIG_PATH = '.devonz/config.toml';

export interface ConfigReading {
  config: ProjectConfig;
  /** What was left out and why, each with its line. */
  warnings: readonly string[];
}

const LONGEST = 100_000;
/** Of the remote machines: kept for them, read by nobody here. */
const KNOWN_TABLES = ['model', 'agent', 'budget', 'routines', 'hooks', 'rules', 'mcp', 'connection'];

/** Reads the file. What is broken is left out, with a warning, and takes nothing else with it. */
export function readProjectConfig(text: string): ConfigReading {
  if (text.length > LONGEST) return { config: EMPTY_PROJECT_CONFIG, warnings: [`${PROJECT_CONFIG_PATH} is too long to be read.`] };
  const reading = readToml(text);
  if (!reading.ok) {
    const warning = `${PROJECT_CONFIG_PATH}, line ${reading.line}: ${reading.message}. The defaults are in force.`;
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
        this.#warn([name], `there is no [${name}]; there are ${KNOWN_TABLES.map((one) => `[${one}]`).join(', ')}`);
    }
    const model = this.#table('model', ['name']);
    const agent = this.#table('agent', [
      'maxIterations',
      'autoApproveFileCreation',
      'autoApproveFileModification',
      'autoApproveCommands',
      'askBeforeOwnCode',
    ]);
    const budget = this.#table('budget', ['tokens', 'money', 'minutes']);
    const rules = this.#table('rules', ['deny']);
    const value = <Value>(table: TomlTable, path: [string, string], schema: z.ZodType<Value>) => this.#value(table, path, schema);
    return {
      model: value(model, ['model', 'name'], z.string().min(1).max(200)),
      maxIterations: value(agent, ['agent', 'maxIterations'], z.number().int().min(1).max(200)),
      asks: {
        fileCreation: this.#asks(agent, 'autoApproveFileCreation'),
        fileModification: this.#asks(agent, 'autoApproveFileModification'),
        commands: this.#asks(agent, 'autoApproveCommands'),
        ownCode: this.#asks(agent, 'askBeforeOwnCode', true),
      },
      budget: {
        tokens: value(budget, ['budget', 'tokens'], budgetSchema.shape.tokens),
        money: value(budget, ['budget', 'money'], budgetSchema.shape.money),
        minutes: value(budget, ['budget', 'minutes'], budgetSchema.shape.minutes),
      },
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
      this.#warn([name], `"${name}" must be a table, [${name}]`);
      return new Map();
    }
    for (const key of table.keys()) {
      if (!keys.includes(key)) this.#warn([name, key], `[${name}] has no "${key}"; it has ${keys.join(', ')}`);
    }
    return table;
  }

  #value<Value>(table: TomlTable, [name, key]: [string, string], schema: z.ZodType<Value>): Value | null {
    const given = table.get(key);
    if (given === undefined) return null;
    const parsed = schema.safeParse(given);
    if (parsed.success) return parsed.data;
    this.#warn([name, key], `"${key}" does not fit: ${parsed.error.issues[0]?.message ?? 'it is something else'}`);
    return null;
  }

  /** `tightens`: the value with which it makes the agent ask more. */
  #asks(agent: TomlTable, key: string, tightens = false): boolean {
    const given = this.#value(agent, ['agent', key], z.boolean());
    if (given === !tightens) {
      const how = tightens ? 'off' : 'on';
      this.#warn(
        ['agent', key],
        `"${key} = ${given}" does nothing: a project can only make the agent ask more. Switch it ${how} in Settings`,
      );
    }
    return given === tightens;
  }

  #routines(): Routine[] {
    const value = this.#root.get('routines');
    const table = value === undefined ? new Map<string, unknown>() : tableOf(value);
    if (table === null) this.#warn(['routines'], '"routines" must be a table, [routines]');
    return [...(table ?? [])].flatMap(([name, entry]) => {
      const routine = routineOf(name, entry);
      if (typeof routine !== 'string') return [routine];
      this.#warn(['routines', name], `the routine "${name}" ${routine}`);
      return [];
    });
  }

  #mcpServers(): McpServer[] {
    const value = this.#root.get('mcp');
    const table = value === undefined ? new Map<string, unknown>() : tableOf(value);
    if (table === null) this.#warn(['mcp'], '"mcp" must be a table, [mcp.NAME]');
    const servers = [...(table ?? [])].flatMap(([name, entry]) => {
      const reading = projectServerOf(name, entry);
      if (reading.ok) return [reading.server];
      this.#warn(['mcp', name, ...(reading.field === null ? [] : [reading.field])], `the MCP server "${name}" ${reading.why}`);
      return [];
    });
    if (servers.length > MOST_PROJECT_SERVERS) this.#warn(['mcp'], `only the first ${MOST_PROJECT_SERVERS} MCP servers are read`);
    return servers.slice(0, MOST_PROJECT_SERVERS);
  }

  #warn(path: readonly string[], problem: string): void {
    this.warnings.push(`${PROJECT_CONFIG_PATH}, line ${lineOf(this.#text, path)}: ${problem}.`);
  }
}

/** A routine, or what is wrong with it. A command alone is enough. */
export function routineOf(name: string, entry: unknown): Routine | string {
  const fields = typeof entry === 'string' ? new Map<string, unknown>([['cmd', entry]]) : tableOf(entry);
  if (fields === null) return 'must be a command, or a table with description and cmd';
  const parsed = routineSchema.safeParse({ name, description: fields.get('description') ?? '', command: fields.get('cmd') });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path[0] === 'command' ? 'cmd' : String(issue?.path[0] ?? '');
  return field === 'name'
    ? 'has a name that does not fit: small letters, digits, - and _'
    : `has a ${field} that does not fit: ${issue?.message ?? ''}`;
}
