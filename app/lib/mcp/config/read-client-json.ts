import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { z } from 'zod';
import { t } from '../../i18n/t.ts';
import { type McpServer, mcpServerSchema } from '../../protocol/mcp/mcp.ts';
import type { McpGivenSecrets } from '../mcp-service.ts';
import { commandLine } from './command-line.ts';
import { freeServerName } from './server-name.ts';

/** A server from another client's file, to be saved if the user confirms. */
export interface ReadServer {
  server: McpServer;
  secrets: McpGivenSecrets;
  /** Parts of the entry that are dropped or will not work here; one sentence each. */
  remarks: readonly string[];
}

/** An error and its line. */
export interface JsonProblem {
  line: number;
  message: string;
}

export interface ClientJsonReading {
  servers: readonly ReadServer[];
  problems: readonly JsonProblem[];
}

const LONGEST = 200_000;
const MOST_PROBLEMS = 20;

/** An entry as written by Claude, Cursor, VS Code, Windsurf and others. Further fields are ignored. */
const entrySchema = z.object({
  command: z.union([z.string().min(1), z.array(z.string()).min(1)]).optional(),
  args: z.array(z.string()).optional(),
  env: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  cwd: z.string().optional(),
  url: z.string().optional(),
  serverUrl: z.string().optional(),
  httpUrl: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  disabled: z.boolean().optional(),
});
type Entry = z.infer<typeof entrySchema>;

/** Programs that are not available in a browser engine. */
const ABSENT = /^(?:docker|podman|uvx?|uv|python3?|pipx?|dotnet|java|go|cargo|deno|bun|bunx)$/;
const PLACEHOLDER = /\$\{[^}]*\}|<[^>]*>|\bYOUR[_-]/i;

/**
 * Reads the JSON in which other clients list MCP servers, which may have comments and trailing commas. It has no effect by
 * itself. An invalid entry is reported with its line; the others are read.
 */
export function readClientJson(text: string, taken: readonly string[]): ClientJsonReading {
  if (text.length > LONGEST) return { servers: [], problems: [{ line: 1, message: t('this is longer than a list of servers can be') }] };
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (root === undefined || error !== undefined) {
    return {
      servers: [],
      problems: [{ line: lineAt(text, error?.offset ?? 0), message: t('this is not JSON: {problem}', { problem: wordsOf(error) }) }],
    };
  }
  return new Reader(text, taken).read(root);
}

class Reader {
  readonly #text: string;
  readonly #taken: string[];
  readonly #servers: ReadServer[] = [];
  readonly #problems: JsonProblem[] = [];

  constructor(text: string, taken: readonly string[]) {
    this.#text = text;
    this.#taken = [...taken];
  }

  read(root: Node): ClientJsonReading {
    const list = listOf(root);
    if (list === null) this.#problem(root, t('there is no "mcpServers" with an object of servers in it'));
    for (const property of list?.children ?? []) {
      const [name, entry] = property.children ?? [];
      if (name !== undefined && entry !== undefined) this.#readEntry(String(name.value), entry);
    }
    if (list?.children?.length === 0) this.#problem(list, t('the list of servers is empty'));
    return { servers: this.#servers, problems: this.#problems.slice(0, MOST_PROBLEMS) };
  }

  #readEntry(name: string, node: Node): void {
    const parsed = entrySchema.safeParse(plainValue(node));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const path = issue?.path.map((part) => (typeof part === 'number' ? part : String(part))) ?? [];
      const place = path.length === 0 ? '' : `"${path.join('.')}": `;
      this.#problem(findNodeAtLocation(node, path) ?? node, `${quoted(name)}: ${place}${issue?.message ?? t('it does not fit')}`);
      return;
    }
    const made = serverOf(name, parsed.data, this.#taken);
    if (typeof made === 'string') {
      this.#problem(node, `${quoted(name)}: ${made}`);
      return;
    }
    const server = mcpServerSchema.safeParse(made.server);
    if (!server.success) {
      const [issue] = server.error.issues;
      this.#problem(node, `${quoted(name)}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? t('it does not fit')}`.replace(':  ', ': '));
      return;
    }
    this.#taken.push(server.data.name);
    this.#servers.push({ ...made, server: server.data });
  }

  #problem(node: Node, message: string): void {
    this.#problems.push({ line: lineAt(this.#text, node.offset), message });
  }
}

/** The object whose fields are servers: under one of the clients' names, or the whole text. */
function listOf(root: Node): Node | null {
  for (const path of [['mcpServers'], ['servers'], ['mcp', 'servers'], ['mcp', 'mcpServers']]) {
    const found = findNodeAtLocation(root, path);
    if (found?.type === 'object') return found;
  }
  const entries = root.type === 'object' ? (root.children ?? []) : [];
  const isServer = (property: Node) => {
    const value = property.children?.[1];
    return (
      value?.type === 'object' &&
      ['command', 'url', 'serverUrl', 'httpUrl'].some((field) => findNodeAtLocation(value, [field]) !== undefined)
    );
  };
  return entries.length > 0 && entries.every(isServer) ? root : null;
}

function serverOf(
  name: string,
  entry: Entry,
  taken: readonly string[],
): { server: unknown; secrets: McpGivenSecrets; remarks: string[] } | string {
  const remarks: string[] = [];
  const own = freeServerName(name, taken);
  if (own !== name) remarks.push(t('It is called {own} here.', { own }));
  const url = entry.url ?? entry.serverUrl ?? entry.httpUrl;
  const base = { name: own, isEnabled: entry.disabled !== true, verdicts: {} };
  const headers = entry.headers ?? {};
  const environment = Object.fromEntries(Object.entries(entry.env ?? {}).map(([key, value]) => [key, String(value)]));
  const unfilled = Object.entries({ ...headers, ...environment }).filter(([, value]) => PLACEHOLDER.test(value));
  for (const [key] of unfilled) remarks.push(t('{key} holds a placeholder: type its value after adding.', { key: quoted(key) }));
  const given = <Values extends Record<string, string>>(values: Values) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => !PLACEHOLDER.test(value)));
  if (url !== undefined) {
    if (PLACEHOLDER.test(url)) return t('its address holds a placeholder: replace it by the value, then read it again');
    const server = { ...base, transport: 'http', url, route: 'auto', headerNames: Object.keys(headers) };
    return { server, secrets: { headers: given(headers), environment: {} }, remarks };
  }
  if (entry.command === undefined) return t('it has neither "command" nor "url"');
  const words = [...(typeof entry.command === 'string' ? [entry.command] : entry.command), ...(entry.args ?? [])];
  // The engine has `npx`, also where the entry says `C:\\…\\npx.cmd`.
  const program = (words[0] ?? '').replace(/^.*[\\/]/, '').replace(/\.(?:cmd|exe)$/i, '');
  if (/^(?:npx|node|npm)$/.test(program)) words[0] = program;
  if (ABSENT.test(program))
    remarks.push(t('The engine has no {program}: this server cannot start here. It may have an address to use instead.', { program }));
  if (entry.cwd !== undefined) remarks.push(t('It starts in the project’s folder: "cwd" is not taken over.'));
  if (words.some((word) => PLACEHOLDER.test(word))) remarks.push(t('Its command holds a placeholder: edit it after adding.'));
  const server = { ...base, transport: 'stdio', command: commandLine(words), environmentNames: Object.keys(environment) };
  return { server, secrets: { headers: {}, environment: given(environment) }, remarks };
}

/** The value of a node; fields are always own properties, whatever their names. */
function plainValue(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(plainValue);
  if (node.type !== 'object') return node.value;
  return Object.fromEntries(
    (node.children ?? []).flatMap(({ children: [key, value] = [] }) => (key && value ? [[String(key.value), plainValue(value)]] : [])),
  );
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Turns `PropertyNameExpected` into words. */
function wordsOf(error: ParseError | undefined): string {
  if (error === undefined) return t('there is nothing in it');
  return printParseErrorCode(error.error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
}

function quoted(name: string): string {
  return JSON.stringify(name);
}
