import type { FileStatus } from '../../../../abi/system-calls.ts';
import { errorText } from '../../text/error-text.ts';
import { LocalTimes } from '../../text/local-times.ts';
import { modeText } from '../../text/mode-text.ts';
import { humanSize } from '../../text/parse-size.ts';
import { joinPath } from '../../text/resolve-path.ts';
import type { Command, CommandContext } from '../command.ts';
import { compareNames } from '../command-files.ts';
import { compareVersions } from '../text/sort.ts';
import { type ListingOptions, listingOptions } from './listing-options.ts';

interface Entry {
  name: string;
  path: string;
  status: FileStatus;
}

export const ls: Command = async (context) => {
  const options = listingOptions(context);
  return new Lister(context, options).run(options.paths);
};

/** Six months, after which a date shows its year. */
const RECENT = 182.5 * 86_400_000;

class Lister {
  readonly #context: CommandContext;
  readonly #flags: ReadonlySet<string>;
  readonly #isLong: boolean;
  readonly #options: ListingOptions;
  readonly #times: LocalTimes;
  /** As in GNU ls, the first colour is preceded by a reset. */
  #hasColored = false;
  #exitCode = 0;
  #isFirst = true;

  constructor(context: CommandContext, options: ListingOptions) {
    const { flags } = options;
    this.#context = context;
    this.#flags = flags;
    this.#options = options;
    this.#times = new LocalTimes(context.env);
    this.#isLong = ['l', 'n', 'o', 'g'].some((flag) => flags.has(flag));
  }

  async run(paths: readonly string[]): Promise<number> {
    const files: Entry[] = [];
    const folders: Entry[] = [];
    for (const path of paths) {
      const status = this.#context.files.find(path, !this.#isLong) ?? this.#context.files.find(path, false);
      if (status === null) {
        await this.#context.stderr.writeLine(`ls: cannot access '${path}': No such file or directory`);
        this.#exitCode = 2;
      } else if (status.kind === 'directory' && !this.#flags.has('d')) folders.push({ name: path, path, status });
      else files.push({ name: path, path, status });
    }
    if (files.length > 0) {
      await this.#print(this.#sorted(files));
      this.#isFirst = false;
    }
    const isTitled = paths.length > 1 || this.#flags.has('R');
    for (const folder of this.#sorted(folders)) await this.#folder(folder.path, isTitled);
    return this.#exitCode;
  }

  async #folder(path: string, isTitled: boolean): Promise<void> {
    const { files, stdout, stderr, signal } = this.#context;
    signal.throwIfAborted();
    let entries: Entry[];
    try {
      entries = this.#entries(path);
    } catch (error) {
      await stderr.writeLine(`ls: cannot open directory '${path}': ${errorText(error)}`);
      this.#exitCode = 2;
      return;
    }
    if (isTitled) await stdout.writeLine(`${this.#isFirst ? '' : '\n'}${path}:`);
    this.#isFirst = false;
    if (this.#isLong || this.#flags.has('s'))
      await stdout.writeLine(`total ${entries.reduce((sum, { status }) => sum + blocks(status), 0)}`);
    await this.#print(entries);
    if (!this.#flags.has('R')) return;
    for (const entry of entries) {
      if (entry.status.kind !== 'directory' || entry.name === '.' || entry.name === '..') continue;
      if (files.find(entry.path, false)?.kind === 'directory') await this.#folder(entry.path, true);
    }
  }

  #entries(path: string): Entry[] {
    const { files } = this.#context;
    const isAll = this.#flags.has('a') || this.#flags.has('f');
    const names = files
      .list(path)
      .map(({ name }) => name)
      .filter((name) => isAll || this.#flags.has('A') || !name.startsWith('.'));
    if (isAll) names.unshift('.', '..');
    const entries = names.map((name) => {
      const inner = joinPath(path, name);
      return { name, path: inner, status: files.lstat(inner) };
    });
    return this.#sorted(entries);
  }

  #sorted(entries: Entry[]): Entry[] {
    if (this.#flags.has('U') || this.#flags.has('f')) return entries;
    const byName = (left: Entry, right: Entry) => compareNames(left.name, right.name);
    let compare = byName;
    if (this.#flags.has('t')) compare = (left, right) => right.status.modifiedAt - left.status.modifiedAt || byName(left, right);
    else if (this.#flags.has('S')) compare = (left, right) => right.status.size - left.status.size || byName(left, right);
    else if (this.#flags.has('v')) compare = (left, right) => compareVersions(left.name, right.name);
    else if (this.#flags.has('X'))
      compare = (left, right) => compareNames(extension(left.name), extension(right.name)) || byName(left, right);
    const sorted = [...entries].sort(compare);
    if (this.#flags.has('r')) sorted.reverse();
    if (!this.#flags.has('group-directories-first')) return sorted;
    return [...sorted.filter(({ status }) => status.kind === 'directory'), ...sorted.filter(({ status }) => status.kind !== 'directory')];
  }

  async #print(entries: readonly Entry[]): Promise<void> {
    const { stdout } = this.#context;
    if (this.#isLong) {
      await this.#printLong(entries);
      return;
    }
    const names = entries.map((entry) => this.#prefix(entry) + this.#shown(entry));
    if (this.#flags.has('m')) await stdout.write(inRows(names, this.#width()));
    else if ((stdout.isTerminal && !this.#flags.has('1')) || this.#flags.has('C')) await stdout.write(inColumns(names, this.#width()));
    else for (const name of names) await stdout.writeLine(name);
  }

  #prefix({ status }: Entry): string {
    return (this.#flags.has('i') ? `${status.inode} ` : '') + (this.#flags.has('s') ? `${blocks(status)} ` : '');
  }

  #width(): number {
    const { stdout, system } = this.#context;
    const { descriptor } = stdout;
    if (this.#options.width !== null) return this.#options.width;
    return descriptor !== null && stdout.isTerminal ? system.sync('terminalSize', descriptor).columns : 80;
  }

  #shown({ name, status }: Entry): string {
    const mark = this.#mark(status);
    const color = this.#options.isColored ? colorOf(status) : null;
    if (color === null) return name + mark;
    const first = this.#hasColored ? '' : '\x1b[0m';
    this.#hasColored = true;
    return `${first}\x1b[${color}m${name}\x1b[0m${mark}`;
  }

  #mark(status: FileStatus): string {
    if (status.kind === 'directory') return this.#flags.has('F') || this.#flags.has('p') ? '/' : '';
    if (!this.#flags.has('F')) return '';
    if (status.kind === 'symlink') return this.#isLong ? '' : '@';
    if (status.kind === 'pipe') return '|';
    return (status.mode & 0o111) === 0 ? '' : '*';
  }

  async #printLong(entries: readonly Entry[]): Promise<void> {
    const user = this.#flags.has('n') ? '1000' : (this.#context.env.get('USER') ?? 'user');
    const rows = entries.map((entry) => ({
      entry,
      links: String(entry.status.linkCount),
      size: this.#flags.has('h') ? humanSize(entry.status.size) : String(entry.status.size),
    }));
    const linkWidth = Math.max(0, ...rows.map(({ links }) => links.length));
    const sizeWidth = Math.max(0, ...rows.map(({ size }) => size.length));
    for (const { entry, links, size } of rows) {
      const owner = [this.#flags.has('g') ? '' : user, this.#flags.has('o') || this.#flags.has('G') ? '' : user]
        .filter((name) => name !== '')
        .map((name) => ` ${name}`)
        .join('');
      const target =
        entry.status.kind === 'symlink' ? ` -> ${this.#context.system.sync('readlink', this.#context.files.resolve(entry.path))}` : '';
      await this.#context.stdout.writeLine(
        `${this.#prefix(entry)}${modeText(entry.status)} ${links.padStart(linkWidth)}${owner} ${size.padStart(sizeWidth)} ${this.#time(entry.status)} ${this.#shown(entry)}${target}`,
      );
    }
  }

  #time({ modifiedAt }: FileStatus): string {
    const isRecent = Math.abs(Date.now() - modifiedAt) < RECENT;
    return this.#times.format(modifiedAt, this.#options.timeFormats[isRecent ? 'recent' : 'old']);
  }
}

/** Returns GNU's colour without `LS_COLORS`. */
function colorOf({ kind, mode }: FileStatus): string | null {
  if (kind === 'directory') return '01;34';
  if (kind === 'symlink') return '01;36';
  if (kind === 'pipe') return '33';
  return (mode & 0o111) === 0 ? null : '01;32';
}

function extension(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot);
}

/** Returns the kilobytes used on disk, in blocks of 4096 bytes. */
function blocks({ kind, size }: FileStatus): number {
  return kind === 'symlink' ? 0 : kind === 'directory' ? 4 : Math.ceil(size / 4096) * 4;
}

/** Joins names with commas, wrapping at the width. */
function inRows(names: readonly string[], width: number): string {
  let text = '';
  let column = 0;
  for (const [index, name] of names.entries()) {
    const length = shownLength(name);
    const isLast = index === names.length - 1;
    if (column > 0) {
      const isNewLine = column + length + 2 >= width;
      text += isNewLine ? ',\n' : ', ';
      column = isNewLine ? 0 : column + 2;
    }
    text += isLast ? `${name}\n` : name;
    column += length;
  }
  return text;
}

function shownLength(name: string): number {
  return [...name.replace(/\x1b\[[\d;]*m/g, '')].length;
}

/** Arranges names in columns, top to bottom, with as many columns as fit. */
export function inColumns(names: readonly string[], width: number): string {
  const lengths = names.map(shownLength);
  // As in GNU ls: the largest number of columns that fits, each with the minimum number of rows.
  for (let most = names.length; most > 0; most -= 1) {
    const rowCount = Math.ceil(names.length / most);
    const columnCount = Math.ceil(names.length / rowCount);
    const widths = Array.from(
      { length: columnCount },
      (_, column) => Math.max(...lengths.slice(column * rowCount, (column + 1) * rowCount)) + 2,
    );
    const total = widths.reduce((sum, value) => sum + value, 0) - 2;
    if (total >= width && most > 1) continue;
    let text = '';
    for (let row = 0; row < rowCount; row += 1) {
      for (let column = 0; column < columnCount; column += 1) {
        const index = column * rowCount + row;
        const name = names[index];
        if (name === undefined) continue;
        const isLast = index + rowCount >= names.length;
        text += isLast ? name : name + ' '.repeat((widths[column] ?? 0) - (lengths[index] ?? 0));
      }
      text += '\n';
    }
    return text;
  }
  return '';
}
