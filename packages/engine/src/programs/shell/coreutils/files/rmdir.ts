import { errorCode, errorText } from '../../text/error-text.ts';
import { directoryName } from '../../text/resolve-path.ts';
import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

export const rmdir: Command = async (context) => {
  const { flags, operands } = parseOptions(context, {
    flags: 'pv',
    long: { parents: 'p', verbose: 'v' },
    longFlags: ['ignore-fail-on-non-empty'],
  });
  if (operands.length === 0) throw new CommandError("missing operand\nTry 'rmdir --help' for more information.");
  let exitCode = 0;
  for (const operand of operands) {
    let path = operand;
    try {
      do {
        if (flags.has('v')) await context.stdout.writeLine(`rmdir: removing directory, '${path}'`);
        context.system.sync('rmdir', context.files.resolve(path));
        path = directoryName(path);
      } while (flags.has('p') && path !== '.' && path !== '/');
    } catch (error) {
      if (errorCode(error) === null) throw error;
      if (errorCode(error) === 'ENOTEMPTY' && flags.has('ignore-fail-on-non-empty')) continue;
      const what = path === operand ? `failed to remove '${path}'` : `failed to remove directory '${path}'`;
      await context.stderr.writeLine(`rmdir: ${what}: ${errorText(error)}`);
      exitCode = 1;
    }
  }
  return exitCode;
};
