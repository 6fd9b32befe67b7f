import { errorCode, errorText } from '../../text/error-text.ts';
import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import { targetFor } from './file-operations.ts';

export const ln: Command = async (context) => {
  const { flags, operands } = parseOptions(context, {
    flags: 'sfnvrTi',
    long: { symbolic: 's', force: 'f', 'no-dereference': 'n', verbose: 'v', relative: 'r' },
  });
  const { files, system } = context;
  const targets = [...operands];
  if (targets.length === 0) throw new CommandError("missing file operand\nTry 'ln --help' for more information.");
  const destination = targets.length === 1 ? '.' : (targets.pop() ?? '.');
  const isFolder =
    !flags.has('T') && files.isDirectory(destination) && !(flags.has('n') && files.find(destination, false)?.kind === 'symlink');
  let exitCode = 0;
  for (const target of targets) {
    const path = targetFor(context, target, destination, isFolder);
    try {
      if (flags.has('f') && files.find(path, false) !== null) system.sync('unlink', files.resolve(path));
      if (flags.has('s'))
        system.sync('symlink', flags.has('r') ? relativePath(files.resolve(path), files.resolve(target)) : target, files.resolve(path));
      else system.sync('link', files.resolve(target), files.resolve(path));
      if (flags.has('v')) await context.stdout.writeLine(`'${path}' ${flags.has('s') ? '->' : '=>'} '${target}'`);
    } catch (error) {
      if (errorCode(error) === null) throw error;
      const what = flags.has('s')
        ? `failed to create symbolic link '${path}'`
        : errorCode(error) === 'ENOENT'
          ? `failed to access '${target}'`
          : `failed to create hard link '${path}'`;
      await context.stderr.writeLine(`ln: ${what}: ${errorText(error)}`);
      exitCode = 1;
    }
  }
  return exitCode;
};

function relativePath(from: string, to: string): string {
  const source = from.split('/').slice(1, -1);
  const target = to.split('/').slice(1);
  let shared = 0;
  while (shared < source.length && shared < target.length && source[shared] === target[shared]) shared += 1;
  return [...source.slice(shared).map(() => '..'), ...target.slice(shared)].join('/') || '.';
}
