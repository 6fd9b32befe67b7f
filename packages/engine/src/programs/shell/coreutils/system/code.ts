import type { CodeFile } from '../../../../abi/client-notice.ts';
import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { answerInformation } from '../information-request.ts';

const specification = { flags: 'dgnrw', long: { diff: 'd', goto: 'g', 'new-window': 'n', 'reuse-window': 'r', wait: 'w' } };
const FLAGS = new Set(['-r', '--reuse-window', '-n', '--new-window', '-g', '--goto', '-w', '--wait']);

/** Asks the client to open files (`code a.ts`, `code -g a.ts:3:7`) or to compare two (`code -d a b`) in its editor. */
export const code: Command = async ({ args, files, system }) => {
  answerInformation(args, specification);
  const isDiff = args.includes('-d') || args.includes('--diff');
  const isGoto = args.includes('-g') || args.includes('--goto');
  const operands: CodeFile[] = [];
  for (const argument of args) {
    if (argument === '-d' || argument === '--diff' || FLAGS.has(argument)) continue;
    if (argument.startsWith('-')) throw new CommandError(`unknown option '${argument}'`);
    const [, path = argument, line, column] = (isGoto && /^(.+?):(\d+)(?::(\d+))?$/.exec(argument)) || [];
    operands.push({
      filepath: files.resolve(path),
      ...(line === undefined ? {} : { line: Number(line) }),
      ...(column === undefined ? {} : { column: Number(column) }),
    });
  }
  if (operands.length === 0 || (isDiff && operands.length !== 2))
    throw new CommandError('usage: code [-g] FILE[:LINE[:COLUMN]]… | code -d FILE FILE');
  await system.async('notifyClient', { type: 'code', action: isDiff ? 'diff' : 'open', files: operands });
  return 0;
};
