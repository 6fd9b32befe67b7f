import { linesWithEnds } from '../../../text/lines-with-ends.ts';
import { basicToSource } from '../../../text/posix-pattern.ts';
import type { Command } from '../../command.ts';
import { CommandError } from '../../command.ts';
import { eachInput } from '../../each-input.ts';
import { parseOptions } from '../../parse-options.ts';

export const tac: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, {
    flags: 'br',
    values: 's',
    long: { before: 'b', regex: 'r', separator: 's' },
  });
  const separator = value('s') ?? '\n';
  if (separator === '' && flags.has('r')) throw new CommandError('separator cannot be empty');
  const isPlain = separator === '\n' && flags.size === 0;
  const find = flags.has('r') ? lastMatch(separator) : lastText(separator === '' ? '\0' : separator);
  return eachInput(
    context,
    operands,
    async (input) => {
      const text = await input.text();
      const records = isPlain ? linesWithEnds(text).reverse() : reversedRecords(text, find, flags.has('b'));
      await context.stdout.write(records.join(''));
    },
    { describe: (path) => `failed to open '${path}' for reading` },
  );
};

/** Finds the last separator that lies wholly before `limit`. */
type FindLast = (text: string, limit: number) => { start: number; end: number } | null;

function lastText(separator: string): FindLast {
  return (text, limit) => {
    const start = limit < separator.length ? -1 : text.lastIndexOf(separator, limit - separator.length);
    return start === -1 ? null : { start, end: start + separator.length };
  };
}

/** Searches backwards as GNU does: the match at the latest position, however short. */
function lastMatch(source: string): FindLast {
  // GNU's `tac` treats `+` and `?` as in grep -E, and groups as in grep.
  const basic = source.replace(/\\[\s\S]|\[\^?\]?[^\]]*\]|[+?]/g, (part) => (part === '+' || part === '?' ? `\\${part}` : part));
  const expression = new RegExp(basicToSource(basic), 'suy');
  return (text, limit) => {
    const searched = text.slice(0, limit);
    for (let start = limit - 1; start >= 0; start -= 1) {
      expression.lastIndex = start;
      const match = expression.exec(searched);
      if (match !== null) return { start, end: start + match[0].length };
    }
    return null;
  };
}

function reversedRecords(text: string, find: FindLast, isBefore: boolean): string[] {
  const records: string[] = [];
  let end = text.length;
  for (let found = find(text, end); found !== null; found = find(text, found.start)) {
    const cut = isBefore ? found.start : found.end;
    records.push(text.slice(cut, end));
    end = cut;
  }
  return [...records, text.slice(0, end)];
}
