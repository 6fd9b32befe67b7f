import { errorText } from '../../../text/error-text.ts';
import { quotedName } from '../../../text/quoted-name.ts';
import { type CommandContext, CommandError } from '../../command.ts';

/** Returns the two files of `join` and `comm`. */
export function twoFiles(name: string, operands: readonly string[]): [first: string, second: string] {
  const [first, second, extra] = operands;
  const hint = `\nTry '${name} --help' for more information.`;
  if (first === undefined) throw new CommandError(`missing operand${hint}`);
  if (second === undefined) throw new CommandError(`missing operand after '${first}'${hint}`);
  if (extra !== undefined) throw new CommandError(`extra operand '${extra}'${hint}`);
  return [first, second];
}

export async function readLines(context: CommandContext, path: string, end: string): Promise<string[]> {
  let text: string;
  try {
    text = await context.files.readText(path);
  } catch (error) {
    throw new CommandError(`${quotedName(path)}: ${errorText(error)}`);
  }
  if (text === '') return [];
  return (text.endsWith(end) ? text.slice(0, -1) : text).split(end);
}
