import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { Copier } from './copy/copier.ts';
import { copyCommand } from './copy/copy-options.ts';
import { targetFor } from './target-for.ts';

const HINT = "\nTry 'cp --help' for more information.";

export const cp: Command = async (context) => {
  const { options, operands, folder, isPlainTarget } = copyCommand(context);
  const sources = [...operands];
  const target = folder ?? sources.pop();
  if (target === undefined) throw new CommandError(`missing file operand${HINT}`);
  if (sources.length === 0) throw new CommandError(`missing destination file operand after '${target}'${HINT}`);
  const isFolder = !isPlainTarget && context.files.isDirectory(target);
  if (options.isWithParents && !isFolder) throw new CommandError(`with --parents, the destination must be a directory${HINT}`);
  if ((sources.length > 1 || folder !== null) && !isFolder) {
    const why = context.files.find(target) === null ? 'No such file or directory' : 'Not a directory';
    throw new CommandError(`${folder === null ? 'target' : 'target directory'} '${target}': ${why}`);
  }
  const copier = new Copier(context, options);
  let exitCode = 0;
  for (const source of sources) {
    if (options.isWithParents) {
      const below = `${target.replace(/\/+$/, '')}/${source.replace(/^\/+/, '').replace(/\/+$/, '')}`;
      if (!(await copier.makeParents(source, target)) || !(await copier.copy(source, below))) exitCode = 1;
    } else if (!(await copier.copy(source, targetFor(source, target, isFolder)))) exitCode = 1;
  }
  return exitCode;
};
