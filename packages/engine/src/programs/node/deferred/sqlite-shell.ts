import { startSqlite } from './sqlite/start-sqlite.ts';
import { runDotCommand } from './sqlite-shell/dot-commands.ts';
import { modes } from './sqlite-shell/print-rows.ts';
import { ShellError, ShellSession } from './sqlite-shell/shell-session.ts';
import type { RunTool, ToolHost } from './tool-host.ts';

interface Line {
  settings: [name: string, value: string][];
  first: string[];
  path: string;
  sql: string[];
}

const valued = ['separator', 'nullvalue', 'cmd', 'init', 'newline'];

/** Parses options with one dash or two, the file, and the SQL to run. */
function readLine(args: readonly string[]): Line {
  const line: Line = { settings: [], first: [], path: ':memory:', sql: [] };
  let isPathRead = false;
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    const name = arg.replace(/^--?/, '');
    if (!arg.startsWith('-') || arg === '-') {
      if (isPathRead) line.sql.push(arg);
      else line.path = arg;
      isPathRead = true;
    } else if (valued.includes(name)) {
      index += 1;
      if (name === 'cmd') line.first.push(args[index] ?? '');
      else line.settings.push([name, args[index] ?? '']);
    } else line.settings.push([name, '']);
  }
  return line;
}

function applySettings(session: ShellSession, settings: Line['settings']): void {
  for (const [name, value] of settings) {
    if (name === 'header') session.format.hasHeader = true;
    else if (name === 'noheader') session.format.hasHeader = false;
    else if (name === 'separator') session.format.separator = value.replaceAll('\\t', '\t');
    else if (name === 'nullvalue') session.format.nullText = value;
    else if (name === 'readonly') session.isReadOnly = true;
    else if (name === 'bail') session.isBailing = true;
    else if (name === 'echo') session.isEchoing = true;
    else if (modes.includes(name)) {
      session.format.mode = name;
      if (['column', 'table', 'box', 'markdown'].includes(name)) session.format.hasHeader = true;
    } else if (!['batch', 'interactive', 'init', 'newline', 'safe'].includes(name)) throw new ShellError(`unknown option: -${name}`);
  }
}

/** Reads lines of SQL and of dot commands; a statement may span several lines. */
class Reader {
  #pending = '';
  #line = 0;

  constructor(private readonly session: ShellSession) {}

  get isPending(): boolean {
    return this.#pending.trim() !== '';
  }

  async take(line: string): Promise<void> {
    const { session } = this;
    this.#line += 1;
    if (session.isEchoing) session.print(`${line}\n`);
    if (!this.isPending && line.startsWith('.')) {
      await this.#attempt(() => runDotCommand(session, line, (path) => readFile(session, path)));
      return;
    }
    this.#pending += `${line}\n`;
    if (!session.isComplete(this.#pending)) return;
    await this.end();
  }

  /** Runs the remaining text, which needs no semicolon. */
  async end(): Promise<void> {
    const sql = this.#pending;
    this.#pending = '';
    await this.#attempt(() => this.session.run(sql));
  }

  async #attempt(work: () => void | Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      const kind = text.startsWith('in prepare, ') ? 'Parse error' : text.startsWith('stepping, ') ? 'Runtime error' : 'Error';
      await this.session.complain(`${kind} near line ${this.#line}: ${text.replace(/^(?:in prepare|stepping), /, '')}`);
      if (this.session.isBailing) this.session.isOver = true;
    }
    await this.session.flush();
  }
}

/** Implements `.read`. */
async function readFile(session: ShellSession, path: string): Promise<void> {
  const { node } = session;
  const text = new TextDecoder().decode(node.system.sync('readFile', node.resolvePath(path)));
  const reader = new Reader(session);
  for (const line of text.split('\n')) if (!session.isOver) await reader.take(line);
  await reader.end();
}

interface LineReader extends AsyncIterable<string> {
  setPrompt(text: string): void;
  prompt(): void;
  close(): void;
}

async function readInput({ node }: ToolHost, session: ShellSession): Promise<void> {
  const isTerminal = node.system.sync('isTerminal', 0);
  const { stdin, stdout } = node.builtin('process') as { stdin: unknown; stdout: unknown };
  const createInterface = node.builtin('readline').createInterface as (options: object) => LineReader;
  const lines = createInterface(isTerminal ? { input: stdin, output: stdout, prompt: 'sqlite> ' } : { input: stdin });
  const reader = new Reader(session);
  if (isTerminal) {
    session.print('SQLite, in the browser. Enter ".help" for usage hints.\n');
    await session.flush();
    lines.prompt();
  }
  for await (const line of lines) {
    await reader.take(line);
    if (session.isOver) break;
    if (!isTerminal) continue;
    lines.setPrompt(reader.isPending ? '   ...> ' : 'sqlite> ');
    lines.prompt();
  }
  lines.close();
  await reader.end();
}

/** Runs `sqlite3`, with the same SQLite as `node:sqlite` and better-sqlite3. */
export const run: RunTool = async (host) => {
  const line = readLine(host.args);
  const { node } = host;
  const library = startSqlite({ node, filename: 'sqlite3', sqliteFile: host.sqliteFile });
  if (line.settings.some(([name]) => name === 'version' || name === 'help')) {
    const session = new ShellSession(library, node, ':memory:');
    const version = library.readText(library.exports.sqlite3_libversion());
    session.print(`${version}\n`);
    if (line.settings.some(([name]) => name === 'help'))
      session.print('Usage: sqlite3 [OPTIONS] [FILE [SQL...]]; .help tells of its commands\n');
    await session.flush();
    return 0;
  }
  const path = line.path === '' || line.path === ':memory:' || line.path.startsWith('file:') ? line.path : node.resolvePath(line.path);
  const session = new ShellSession(library, node, path);
  try {
    applySettings(session, line.settings);
    for (const text of [...line.first, ...line.sql]) {
      if (text.startsWith('.')) await runDotCommand(session, text, (file) => readFile(session, file));
      else session.run(text);
      await session.flush();
    }
    if (line.sql.length === 0) await readInput(host, session);
  } catch (error) {
    await session.complain(`Error: ${error instanceof Error ? error.message : String(error)}`);
  }
  await session.flush();
  session.close();
  return session.hasFailed ? 1 : 0;
};
