import { patternRegExp } from '../../text/glob-pattern.ts';
import { joinPath } from '../../text/resolve-path.ts';
import type { Command, CommandContext } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

export const tree: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, { flags: 'adfF', values: 'LIP', longFlags: ['noreport', 'dirsfirst'] });
  const ignored =
    value('I')
      ?.split('|')
      .map((pattern) => patternRegExp(pattern)) ?? [];
  const counts = { folders: 0, files: 0 };
  const walk = async (path: string, indent: string, depth: number): Promise<void> => {
    const items = visibleItems(path, flags, ignored, context);
    for (const [index, item] of items.entries()) {
      const isLast = index === items.length - 1;
      const inner = joinPath(path, item.name);
      const target = item.kind === 'symlink' ? ` -> ${context.system.sync('readlink', context.files.resolve(inner))}` : '';
      await context.stdout.writeLine(`${indent}${isLast ? '└── ' : '├── '}${flags.has('f') ? inner : item.name}${target}`);
      if (item.kind === 'directory') counts.folders += 1;
      else counts.files += 1;
      if (item.kind === 'directory' && depth < Number(value('L') ?? Number.POSITIVE_INFINITY))
        await walk(inner, `${indent}${isLast ? '    ' : '│   '}`, depth + 1);
    }
  };
  for (const path of operands.length === 0 ? ['.'] : operands) {
    await context.stdout.writeLine(path);
    await walk(path, '', 1);
  }
  const files = flags.has('d') ? '' : `, ${counts.files} file${counts.files === 1 ? '' : 's'}`;
  if (!flags.has('noreport')) await context.stdout.writeLine(`\n${counts.folders} director${counts.folders === 1 ? 'y' : 'ies'}${files}`);
  return 0;
};

function visibleItems(path: string, flags: ReadonlySet<string>, ignored: readonly RegExp[], { files }: CommandContext) {
  const items = files
    .list(path)
    .filter(
      ({ name, kind }) =>
        (flags.has('a') || !name.startsWith('.')) &&
        (!flags.has('d') || kind === 'directory') &&
        !ignored.some((expression) => expression.test(name)),
    );
  if (!flags.has('dirsfirst')) return items;
  return [...items.filter(({ kind }) => kind === 'directory'), ...items.filter(({ kind }) => kind !== 'directory')];
}
