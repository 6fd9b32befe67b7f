import { errorCode, errorText } from '../../text/error-text.ts';
import { directoryName, resolvePath } from '../../text/resolve-path.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

/** Implements `readlink` and `realpath`. */
export const printRealPath: Command = async (context) => {
  const isReadlink = context.name === 'readlink';
  const { flags, operands, value } = parseOptions(context, {
    flags: isReadlink ? 'femnqsvz' : 'emLPqsz',
    long: {
      'canonicalize-existing': 'e',
      'canonicalize-missing': 'm',
      quiet: 'q',
      zero: 'z',
      ...(isReadlink
        ? { canonicalize: 'f', 'no-newline': 'n', silent: 'q', verbose: 'v' }
        : { 'no-symlinks': 's', strip: 's', logical: 'L', physical: 'P' }),
    },
    longValues: isReadlink ? [] : ['relative-to', 'relative-base'],
  });
  if (operands.length === 0) throw new CommandError(`missing operand\nTry '${context.name} --help' for more information.`);
  const isLinkOnly = isReadlink && !['f', 'e', 'm'].some((flag) => flags.has(flag));
  const isEndless = isReadlink && flags.has('n') && operands.length === 1;
  if (flags.has('n') && operands.length > 1) await context.stderr.writeLine('readlink: ignoring --no-newline with multiple arguments');
  const end = isEndless ? '' : flags.has('z') ? '\0' : '\n';
  let exitCode = 0;
  for (const path of operands) {
    try {
      const resolved = isLinkOnly ? context.system.sync('readlink', context.files.resolve(path)) : canonical(path, flags, context);
      await context.stdout.write(shown(resolved, value('relative-to'), value('relative-base'), flags, context) + end);
    } catch (error) {
      if (errorCode(error) === null) throw error;
      const isVerbose = isReadlink ? flags.has('v') : !flags.has('q');
      if (isVerbose) await context.stderr.writeLine(`${context.name}: ${path}: ${errorText(error)}`);
      exitCode = 1;
    }
  }
  return exitCode;
};

/** With `--relative-base`, paths outside that folder stay absolute. */
function shown(path: string, to: string | null, base: string | null, flags: ReadonlySet<string>, context: CommandContext): string {
  if (to === null && base === null) return path;
  const folder = base === null ? null : canonical(base, flags, context);
  const isBelow = folder === null || folder === '/' || path === folder || path.startsWith(`${folder}/`);
  return isBelow ? relativeTo(to === null ? (folder ?? '/') : canonical(to, flags, context), path) : path;
}

/** Resolves a path. All but the last component must exist (all with -e, none with -m). */
function canonical(
  path: string,
  flags: ReadonlySet<string>,
  { name, files, system }: Pick<CommandContext, 'name' | 'files' | 'system'>,
): string {
  const absolute = files.resolve(path);
  // For readlink, `s` means `--silent`.
  if (flags.has('s') && name === 'realpath') return absolute;
  try {
    return system.sync('realpath', absolute);
  } catch (error) {
    if (flags.has('e')) throw error;
    // A dangling link resolves to the path it names.
    if (files.find(absolute, false)?.kind === 'symlink') {
      return canonical(resolvePath(directoryName(absolute), system.sync('readlink', absolute)), flags, { name, files, system });
    }
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
