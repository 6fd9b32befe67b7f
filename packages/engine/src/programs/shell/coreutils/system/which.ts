import { builtInPrograms } from '../../../../abi/built-in-programs.ts';
import { joinPath } from '../../text/resolve-path.ts';
import type { Command } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

export const which: Command = async (context) => {
  const { env, files, stdout } = context;
  const { operands } = parseOptions(context, { flags: 'as', long: { all: 'a' }, exitCode: 2 });
  let exitCode = 0;
  for (const name of operands) {
    const folders = name.includes('/') ? [''] : (env.get('PATH') ?? '').split(':');
    const found = folders
      .map((folder) => (folder === '' ? name : joinPath(folder, name)))
      .find((path) => {
        const status = files.find(path);
        return status?.kind === 'file' && (status.mode & 0o111) !== 0;
      });
    const path = found ?? (builtInPrograms.has(name) ? `/bin/${name}` : null);
    if (path === null) exitCode = 1;
    else await stdout.writeLine(path);
  }
  return exitCode;
};
