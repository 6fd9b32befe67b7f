/** How grep writes each part of what it prints: plain, or in GNU's colours. */
export interface GrepPaint {
  name(text: string): string;
  number(text: string): string;
  separator(text: string): string;
  /** A line, with what matches in it. */
  matches(line: string, expression: RegExp): string;
}

const plain = (text: string) => text;
const colored = (color: string) => (text: string) => `\x1b[${color}m\x1b[K${text}\x1b[m\x1b[K`;
const match = colored('01;31');

const PLAIN: GrepPaint = { name: plain, number: plain, separator: plain, matches: plain };
const COLORED: GrepPaint = {
  name: colored('35'),
  number: colored('32'),
  separator: colored('36'),
  matches: (line, expression) => line.replace(expression, (text) => (text === '' ? '' : match(text))),
};

/** What `--color` says, the last one; without it, as with `auto`, a terminal has colours, as `ls` there. */
export function grepPaint(args: readonly string[], isTerminal: boolean): GrepPaint {
  const end = args.indexOf('--');
  const options = end === -1 ? args : args.slice(0, end);
  const when = options.flatMap((argument) => /^--colou?r(?:=(.*))?$/.exec(argument)?.[1] ?? []).at(-1);
  const isColored =
    when === 'always' || when === 'yes' || when === 'force' || (when !== 'never' && when !== 'no' && when !== 'none' && isTerminal);
  return isColored ? COLORED : PLAIN;
}
