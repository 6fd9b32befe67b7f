import { errorText } from '../../text/error-text.ts';
import { directoryName } from '../../text/resolve-path.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

/** `readlink` and `realpath`. */
export const printRealPath: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, {
    flags: 'feamnqszvLP',
    long: {
      canonicalize: 'f',
      'canonicalize-existing': 'e',
      'canonicalize-missing': 'm',
      'no-newline': 'n',
      quiet: 'q',
      'no-symlinks': 's',
      strip: 's',
    },
    longValues: ['relative-to'],
  });
  if (operands.length === 0) throw new CommandError(`missing operand\nTry '${context.name} --help' for more information.`);
  const isLinkOnly = context.name === 'readlink' && !['f', 'e', 'm'].some((flag) => flags.has(flag));
  const isExisting = flags.has('e');
  let exitCode = 0;
  for (const path of operands) {
    try {
      const resolved = isLinkOnly
        ? context.system.sync('readlink', context.files.resolve(path))
        : canonical(path, isExisting, flags, context);
      const base = value('relative-to');
      await context.stdout.write(
        (base === null ? resolved : relativeTo(context.files.resolve(base), resolved)) + (flags.has('n') ? '' : '\n'),
      );
    } catch (error) {
      if (context.name === 'realpath' && !flags.has('q')) await context.stderr.writeLine(`realpath: ${path}: ${errorText(error)}`);
      exitCode = 1;
    }
  }
  return exitCode;
};

/** All but the last part must exist (all of it with -e, none of it with -m). */
function canonical(path: string, isExisting: boolean, flags: ReadonlySet<string>, { files, system }: CommandContext): string {
  const absolute = files.resolve(path);
  if (flags.has('s')) return absolute;
  try {
    return system.sync('realpath', absolute);
  } catch (error) {
    if (isExisting) throw error;
    if (flags.has('m')) return absolute;
    const folder = system.sync('realpath', directoryName(absolute));
    return `${folder === '/' ? '' : folder}${absolute.slice(absolute.lastIndexOf('/'))}`;
  }
}

function relativeTo(from: string, to: string): string {
  const source = from.split('/').filter((part) => part !== '');
  const target = to.split('/').filter((part) => part !== '');
  let shared = 0;
  while (shared < source.length && source[shared] === target[shared]) shared += 1;
  return [...source.slice(shared).map(() => '..'), ...target.slice(shared)].join('/') || '.';
}
