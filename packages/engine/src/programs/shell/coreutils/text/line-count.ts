import { parseCount } from '../../text/parse-size.ts';
import type { CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import type { ParsedOptions } from '../parse-options.ts';

/** The number of lines or bytes that `head` and `tail` print. */
export interface LineCount {
  isBytes: boolean;
  /** As written: a sign has a different meaning for each of them. */
  text: string;
  count: number;
  /** Writes the next file's name above its part, if names are shown. */
  writeTitle(context: CommandContext, path: string): Promise<void>;
}

export function lineCount(options: ParsedOptions): LineCount {
  const isBytes = options.value('c') !== null;
  const text = options.value('c') ?? options.value('n') ?? '10';
  const count = parseCount(text);
  if (count === null) throw new CommandError(`invalid number of ${isBytes ? 'bytes' : 'lines'}: '${text}'`);
  const isTitled = !options.flags.has('q') && (options.flags.has('v') || options.operands.length > 1);
  let isFirst = true;
  return {
    isBytes,
    text,
    count,
    async writeTitle({ stdout }, path) {
      if (isTitled) await stdout.write(`${isFirst ? '' : '\n'}==> ${path === '-' ? 'standard input' : path} <==\n`);
      isFirst = false;
    },
  };
}
