/** How grep writes each part of its output: plain, or in GNU's colours. */
export interface GrepPaint {
  name(text: string): string;
  number(text: string): string;
  separator(text: string): string;
  /** Writes a line with its matches highlighted. */
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

export function grepPaint(isColored: boolean): GrepPaint {
  return isColored ? COLORED : PLAIN;
}
