import { escapeRegExp } from '../../text/glob-pattern.ts';
import { CommandError } from '../command.ts';
import type { RipgrepOptions } from './ripgrep-options.ts';

/** Converts Rust's regular expressions to JavaScript's. `g` and `m` are set: whole files are searched at once. */
export function ripgrepExpression({ patterns, flags }: RipgrepOptions): RegExp {
  const isInsensitive =
    flags.has('i') || (flags.has('S') && !flags.has('s') && patterns.every((pattern) => !/\p{Lu}/u.test(pattern.replace(/\\./g, ''))));
  const letters = `gm${isInsensitive ? 'i' : ''}${flags.has('multiline-dotall') ? 's' : ''}`;
  let source = patterns.map((pattern) => (flags.has('F') ? escapeRegExp(pattern) : `(?:${translated(pattern)})`)).join('|');
  if (flags.has('w')) source = `(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])`;
  if (flags.has('x')) source = `^(?:${source})$`;
  if (!flags.has('U') && !flags.has('F') && /\\n|\n/.test(patterns.join('\n'))) {
    const isEscaped = patterns.some((pattern) => /(?<!\\)(?:\\\\)*\\n/.test(pattern));
    if (isEscaped) {
      throw new CommandError(
        'the literal "\\n" is not allowed in a regex\n\nConsider enabling multiline mode with the --multiline flag (or -U for short).\nWhen multiline mode is enabled, new line characters can be matched.',
        2,
      );
    }
  }
  try {
    return compiled(source, letters);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^Invalid regular expression: .*: /, '') : String(error);
    throw new CommandError(`regex parse error:\n    ${patterns.join('|')}\nerror: ${reason}`, 2);
  }
}

/** Compiles with the `u` flag if possible, else without it. */
function compiled(source: string, letters: string): RegExp {
  // Plain text needs no Unicode rules, and searching is faster without them.
  if (/^(?:\(\?:)?[\w \-./]+\)?$/.test(source) && !letters.includes('i')) return new RegExp(source, letters);
  try {
    return new RegExp(source, `${letters}u`);
  } catch (error) {
    if (/\\p\{/.test(source)) throw error;
    return new RegExp(source, letters);
  }
}

const classes = new Map([
  ['alpha', 'A-Za-z'],
  ['digit', '0-9'],
  ['alnum', 'A-Za-z0-9'],
  ['upper', 'A-Z'],
  ['lower', 'a-z'],
  ['space', '\\s'],
  ['blank', ' \\t'],
  ['punct', '!-\\/:-@\\[-`\\{-~'],
  ['xdigit', '0-9A-Fa-f'],
  ['word', '\\w'],
]);

function translated(pattern: string): string {
  return pattern
    .replace(/\\([AzZ<>\-#&~"'`%@=:;,! _])/g, (whole, letter: string) => {
      if (letter === 'A') return '(?<![\\s\\S])';
      if (letter === 'z' || letter === 'Z') return '(?![\\s\\S])';
      if (letter === '<') return '\\b(?=\\w)';
      if (letter === '>') return '\\b(?<=\\w)';
      if (letter === '-') return '\\x2d';
      return letter === '_' ? whole : letter;
    })
    .replace(/\[:(\w+):\]/g, (whole, name: string) => classes.get(name) ?? whole)
    .replace(/\(\?P<(\w+)>/g, '(?<$1>')
    .replace(/^\(\?[msux-]*i?[msux-]*\)/, '')
    .replace(/([*+?}])\+/g, '$1')
    .replace(/(?<!\\)\{(?!\d+(?:,\d*)?\})/g, (whole, offset: number, text: string) =>
      /\\[pPux]$/.test(text.slice(0, offset)) ? whole : '\\{',
    );
}
