import { patternRegExp } from '../../text/glob-pattern.ts';
import { joinPath } from '../../text/resolve-path.ts';
import type { Command, CommandContext } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

export const tree: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, { flags: 'adfF', values: 'LIP', longFlags: ['noreport', 'dirsfirst'] });
  const choice = { flags, ignored: patterns(value('I')) ?? [], wanted: patterns(value('P')) };
  const counts = { folders: 0, files: 0 };
  const walk = async (path: string, indent: string, depth: number): Promise<void> => {
    const items = visibleItems(path, choice, context);
    for (const [index, item] of items.entries()) {
      const isLast = index === items.length - 1;
      const inner = joinPath(path, item.name);
      const target = item.kind === 'symlink' ? ` -> ${context.system.sync('readlink', context.files.resolve(inner))}` : '';
      const sign = flags.has('F') ? signOf(inner, context) : '';
      await context.stdout.writeLine(`${indent}${isLast ? '└── ' : '├── '}${flags.has('f') ? inner : item.name}${target}${sign}`);
      if (item.kind === 'directory') counts.folders += 1;
      else counts.files += 1;
      if (item.kind === 'directory' && depth < Number(value('L') ?? Number.POSITIVE_INFINITY))
        await walk(inner, `${indent}${isLast ? '    ' : '│   '}`, depth + 1);
    }
  };
  for (const path of operands.length === 0 ? ['.'] : operands) {
    await context.stdout.writeLine(flags.has('F') && !path.endsWith('/') ? path + signOf(path, context) : path);
    await walk(path, '', 1);
  }
  const files = flags.has('d') ? '' : `, ${counts.files} file${counts.files === 1 ? '' : 's'}`;
  if (!flags.has('noreport')) await context.stdout.writeLine(`\n${counts.folders} director${counts.folders === 1 ? 'y' : 'ies'}${files}`);
  return 0;
};

/** Returns the suffix that `-F` adds to a name, or to the target of a link if it has one. */
function signOf(path: string, { files }: CommandContext): string {
  const status = files.find(path);
  if (status === null || status.kind === 'symlink') return '';
  if (status.kind === 'file') return (status.mode & 0o111) === 0 ? '' : '*';
  return status.kind === 'directory' ? '/' : status.kind === 'socket' ? '=' : status.kind === 'pipe' ? '|' : '';
}

interface Choice {
  flags: ReadonlySet<string>;
  ignored: readonly RegExp[];
  /** Patterns of `-P` for the files that are shown; folders are always shown. */
  wanted: readonly RegExp[] | null;
}

function patterns(text: string | null): RegExp[] | null {
  return text === null ? null : text.split('|').map((pattern) => patternRegExp(pattern));
}

function visibleItems(path: string, { flags, ignored, wanted }: Choice, { files }: CommandContext) {
  const items = files
    .list(path)
    .filter(
      ({ name, kind }) =>
        (flags.has('a') || !name.startsWith('.')) &&
        (!flags.has('d') || kind === 'directory') &&
        !ignored.some((expression) => expression.test(name)) &&
        (wanted === null || kind === 'directory' || wanted.some((expression) => expression.test(name))),
    );
  if (!flags.has('dirsfirst')) return items;
  return [...items.filter(({ kind }) => kind === 'directory'), ...items.filter(({ kind }) => kind !== 'directory')];
}
