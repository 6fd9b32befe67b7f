import { structuredPatch } from 'diff';
import { errorCode, errorText } from '../../text/error-text.ts';
import { LocalTimes } from '../../text/local-times.ts';
import { baseName, joinPath } from '../../text/resolve-path.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { isColored } from '../is-colored.ts';
import { parseOptions } from '../parse-options.ts';
import { normalDiff } from './diff-normal.ts';
import { paintDiff } from './paint-diff.ts';
import { hunkRange } from './patch-hunk.ts';

export const diff: Command = async (context) => {
  const args = context.args.map((argument) => argument.replace(/^-(\d+)$/, '-U$1'));
  const { flags, operands, value, values } = parseOptions(
    { name: 'diff', args },
    {
      others: ['-NUMBER'],
      flags: 'uqrNwbiBas',
      values: 'U',
      long: {
        unified: 'u',
        brief: 'q',
        recursive: 'r',
        'new-file': 'N',
        'ignore-all-space': 'w',
        'ignore-space-change': 'b',
        'ignore-case': 'i',
        'ignore-blank-lines': 'B',
        'report-identical-files': 's',
        text: 'a',
      },
      longOptional: ['color'],
      longValues: ['label'],
      exitCode: 2,
    },
  );
  const [left, right] = operands;
  if (left === undefined || right === undefined) {
    throw new CommandError(`missing operand after '${left ?? 'diff'}'\ndiff: Try 'diff --help' for more information.`, 2);
  }
  const lines = value('U') === null ? (flags.has('u') ? 3 : null) : Number(value('U'));
  const paint = isColored(context, (value('color') ?? 'never') || 'auto') ? paintDiff : (text: string) => text;
  return new Differ(context, { flags, around: lines, labels: values.get('label') ?? [], paint }).compare(left, right, true);
};

interface DiffOptions {
  flags: ReadonlySet<string>;
  /** Context lines in the unified format; `null` for the normal format. */
  around: number | null;
  /** The labels of both files in the unified format, instead of their names and times. */
  labels: readonly string[];
  paint(text: string): string;
}

class Differ {
  readonly #context: CommandContext;
  readonly #flags: ReadonlySet<string>;
  readonly #options: DiffOptions;

  constructor(context: CommandContext, options: DiffOptions) {
    this.#context = context;
    this.#flags = options.flags;
    this.#options = options;
  }

  async compare(left: string, right: string, isTop: boolean): Promise<number> {
    const { files, stderr } = this.#context;
    const [first, second] = [left, right].map((path) => (path === '-' ? 'file' : (files.find(path)?.kind ?? null)));
    const missing = [
      [left, first],
      [right, second],
    ].filter(([, kind]) => kind === null);
    if (missing.length > 0 && !(this.#flags.has('N') && missing.length === 1)) {
      for (const [path] of missing) await stderr.writeLine(`diff: ${path}: No such file or directory`);
      return 2;
    }
    if (first === 'directory' && second === 'directory') return this.#folders(left, right);
    if (first === 'directory') return this.compare(joinPath(left, baseName(right)), right, isTop);
    if (second === 'directory') return this.compare(left, joinPath(right, baseName(left)), isTop);
    return this.#files(left, right, isTop);
  }

  async #folders(left: string, right: string): Promise<number> {
    const { files, stdout } = this.#context;
    const names = [...new Set([...files.list(left), ...files.list(right)].map(({ name }) => name))].sort();
    let exitCode = 0;
    for (const name of names) {
      const [first, second] = [joinPath(left, name), joinPath(right, name)];
      const [one, two] = [files.find(first), files.find(second)];
      if ((one === null || two === null) && !this.#flags.has('N')) {
        await stdout.writeLine(`Only in ${one === null ? right : left}: ${name}`);
        exitCode = Math.max(exitCode, 1);
      } else if (one?.kind === 'directory' && two?.kind === 'directory' && !this.#flags.has('r')) {
        await stdout.writeLine(`Common subdirectories: ${first} and ${second}`);
      } else exitCode = Math.max(exitCode, await this.compare(first, second, false));
    }
    return exitCode;
  }

  async #files(left: string, right: string, isTop: boolean): Promise<number> {
    const { stdout } = this.#context;
    const [before, after] = [await this.#readOrTell(left), await this.#readOrTell(right)];
    if (before === null || after === null) return 2;
    const isSame = this.#normalized(before) === this.#normalized(after);
    if (isSame) {
      if (this.#flags.has('s')) await stdout.writeLine(`Files ${left} and ${right} are identical`);
      return 0;
    }
    if (this.#flags.has('q')) {
      await stdout.writeLine(`Files ${left} and ${right} differ`);
      return 1;
    }
    if (before.includes('\0') || after.includes('\0')) {
      await stdout.writeLine(`Binary files ${left} and ${right} differ`);
      return 1;
    }
    if (!isTop) await stdout.writeLine(`diff ${['-', ...this.#flags].join('')} ${left} ${right}`);
    const { around, paint } = this.#options;
    await stdout.write(paint(around === null ? normalDiff(before, after) : this.#unified(left, right, before, after, around)));
    return 1;
  }

  /** Returns null if the file cannot be read; the failure is reported and the rest of the folder is still compared. */
  async #readOrTell(path: string): Promise<string | null> {
    try {
      return await this.#read(path);
    } catch (error) {
      if (errorCode(error) === null) throw error;
      await this.#context.stderr.writeLine(`diff: ${path}: ${errorText(error)}`);
      return null;
    }
  }

  async #read(path: string): Promise<string> {
    return path !== '-' && this.#context.files.find(path) === null ? '' : this.#context.files.readText(path);
  }

  #normalized(text: string): string {
    let result = text;
    if (this.#flags.has('w')) result = result.replace(/[ \t]+/g, '');
    if (this.#flags.has('b')) result = result.replace(/[ \t]+/g, ' ').replace(/ $/gm, '');
    if (this.#flags.has('B')) result = result.replace(/^\n/gm, '');
    return this.#flags.has('i') ? result.toLowerCase() : result;
  }

  #unified(left: string, right: string, before: string, after: string, around: number): string {
    const { hunks } = structuredPatch(left, right, before, after, '', '', { context: around });
    const stamp = (path: string) =>
      new LocalTimes(this.#context.env).format(
        this.#context.files.find(path)?.modifiedAt ?? (path === '-' ? Date.now() : 0),
        '%Y-%m-%d %H:%M:%S.%N %z',
      );
    const body = hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => {
      const head = `@@ -${hunkRange(oldStart, oldLines)} +${hunkRange(newStart, newLines)} @@\n`;
      return head + lines.map((line) => `${line}\n`).join('');
    });
    const [first, second] = this.#options.labels;
    const names = [first ?? `${left}\t${stamp(left)}`, second ?? `${right}\t${stamp(right)}`];
    return `--- ${names[0]}\n+++ ${names[1]}\n${body.join('')}`;
  }
}
