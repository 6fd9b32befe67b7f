import { basicToSource } from '../../../text/posix-pattern.ts';
import type { Command } from '../../command.ts';
import { CommandError } from '../../command.ts';
import { eachInput } from '../../each-input.ts';
import type { ParsedOptions } from '../../parse-options.ts';
import { parseOptions } from '../../parse-options.ts';

/** Implements `nl`: numbers the lines of a file, by page section. */
export const nl: Command = async (context) => {
  const options = parseOptions(context, {
    flags: 'p',
    values: 'bdfhilnsvw',
    long: {
      'body-numbering': 'b',
      'section-delimiter': 'd',
      'footer-numbering': 'f',
      'header-numbering': 'h',
      'line-increment': 'i',
      'join-blank-lines': 'l',
      'number-format': 'n',
      'no-renumber': 'p',
      'number-separator': 's',
      'starting-line-number': 'v',
      'number-width': 'w',
    },
  });
  const { flags, operands, value } = options;
  const first = numberOf(options, 'v', 'starting line number') ?? 1;
  const step = numberOf(options, 'i', 'line number increment') ?? 1;
  const width = numberOf(options, 'w', 'line number field width') ?? 6;
  const joined = numberOf(options, 'l', 'line number of blank lines') ?? 1;
  const separator = value('s') ?? '\t';
  const shown = formatOf(value('n') ?? 'rn', width);
  const sections = sectionsOf(value('d') ?? '\\:');
  const styles = {
    header: styleOf(value('h') ?? 'n', 'header', joined),
    body: styleOf(value('b') ?? 't', 'body', joined),
    footer: styleOf(value('f') ?? 'n', 'footer', joined),
  };
  let isNumbered = styles.body;
  let number = first;
  return eachInput(context, operands, async (input) => {
    for await (const line of input.lines()) {
      const section = sections.get(line);
      if (section !== undefined) {
        isNumbered = styles[section];
        if (!flags.has('p')) number = first;
        await context.stdout.writeLine('');
      } else if (isNumbered(line)) {
        await context.stdout.writeLine(shown(number) + separator + line);
        number += step;
      } else await context.stdout.writeLine(' '.repeat(width + separator.length) + line);
    }
  });
};

function numberOf({ value }: ParsedOptions, letter: string, what: string): number | null {
  const text = value(letter);
  if (text === null) return null;
  const number = Number(text);
  if (!/^[-+]?\d+$/.test(text)) throw new CommandError(`invalid ${what}: '${text}'`);
  if ((letter === 'w' || letter === 'l') && number < 1) throw new CommandError(`invalid ${what}: '${text}': Numerical result out of range`);
  return number;
}

function formatOf(format: string, width: number): (number: number) => string {
  if (format === 'ln') return (number) => String(number).padEnd(width);
  if (format === 'rn') return (number) => String(number).padStart(width);
  if (format !== 'rz') throw new CommandError(`invalid line numbering format: '${format}'\nTry 'nl --help' for more information.`);
  return (number) => (number < 0 ? `-${String(-number).padStart(width - 1, '0')}` : String(number).padStart(width, '0'));
}

function sectionsOf(delimiter: string): ReadonlyMap<string, 'header' | 'body' | 'footer'> {
  const mark = delimiter.length === 1 ? `${delimiter}:` : delimiter;
  if (mark === '') return new Map();
  return new Map([
    [mark.repeat(3), 'header'],
    [mark.repeat(2), 'body'],
    [mark, 'footer'],
  ]);
}

/** Returns a function that decides whether a line is numbered. */
function styleOf(style: string, section: string, joined: number): (line: string) => boolean {
  if (style === 'n') return () => false;
  if (style === 't') return (line) => line !== '';
  if (style.startsWith('p')) {
    const expression = new RegExp(basicToSource(style.slice(1)), 'su');
    return (line) => expression.test(line);
  }
  if (style !== 'a') throw new CommandError(`invalid ${section} numbering style: '${style}'\nTry 'nl --help' for more information.`);
  let blank = 0;
  return (line) => {
    // This many consecutive empty lines count as one.
    blank += 1;
    if (line === '' && blank < joined) return false;
    blank = 0;
    return true;
  };
}
