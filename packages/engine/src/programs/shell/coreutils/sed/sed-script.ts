import { errorMessage } from '../../../../text/error-message.ts';
import { basicToSource, extendedToSource } from '../../text/posix-pattern.ts';
import { CommandError } from '../command.ts';

export type SedAddress =
  | { type: 'line'; line: number }
  | { type: 'last' }
  | { type: 'step'; first: number; step: number }
  /** `null` for the last expression used. */
  | { type: 'expression'; expression: RegExp | null }
  /** Only as a second address: that many more lines, or up to a multiple. */
  | { type: 'offset'; count: number }
  | { type: 'multiple'; count: number };

export interface SedSubstitution {
  expression: RegExp | null;
  replacement: string;
  isGlobal: boolean;
  isPrinting: boolean;
  number: number;
  file: string | null;
}

export type SedAction =
  | { type: 'substitute'; substitution: SedSubstitution }
  | { type: 'transliterate'; table: Map<string, string> }
  | { type: 'text'; letter: 'a' | 'i' | 'c'; text: string }
  | { type: 'jump'; letter: 'b' | 't' | 'T'; label: string }
  | { type: 'label'; label: string }
  | { type: 'block'; commands: SedCommand[] }
  | { type: 'quit'; letter: 'q' | 'Q'; exitCode: number }
  | { type: 'file'; letter: 'r' | 'w'; path: string }
  | { type: 'simple'; letter: string };

export interface SedCommand {
  addresses: SedAddress[];
  isNegated: boolean;
  action: SedAction;
  /** The state of a range while the script runs. */
  range: { isActive: boolean; end: number };
}

/** The escapes in the text of `a`, `i` and `c`; any other escaped character is literal. */
const TEXT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['a', '\x07'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);

export function parseSedScript(source: string, isExtended: boolean): SedCommand[] {
  return new SedParser(source, isExtended).parse();
}

class SedParser {
  readonly #source: string;
  readonly #isExtended: boolean;
  #index = 0;

  constructor(source: string, isExtended: boolean) {
    this.#source = source;
    this.#isExtended = isExtended;
  }

  parse(): SedCommand[] {
    const commands = this.#commands(false);
    return commands;
  }

  #error(message: string): CommandError {
    return new CommandError(`-e expression #1, char ${Math.min(this.#index, this.#source.length)}: ${message}`);
  }

  #commands(isBlock: boolean): SedCommand[] {
    const commands: SedCommand[] = [];
    for (;;) {
      this.#skip(/[\s;]*/y);
      const character = this.#source[this.#index];
      if (character === undefined) {
        if (isBlock) throw new CommandError("-e expression #1, char 0: unmatched `{'");
        return commands;
      }
      if (character === '}') {
        this.#index += 1;
        if (!isBlock) throw this.#error("unexpected `}'");
        return commands;
      }
      if (character === '#') this.#skip(/[^\n]*/y);
      else commands.push(this.#command());
    }
  }

  #skip(expression: RegExp): string {
    expression.lastIndex = this.#index;
    const text = expression.exec(this.#source)?.[0] ?? '';
    this.#index += text.length;
    return text;
  }

  #command(): SedCommand {
    const addresses: SedAddress[] = [];
    const first = this.#address(false);
    if (first !== null) {
      addresses.push(first);
      this.#skip(/[ \t]*/y);
      if (this.#source[this.#index] === ',') {
        this.#index += 1;
        this.#skip(/[ \t]*/y);
        const second = this.#address(true);
        if (second === null) throw this.#error("unexpected `,'");
        addresses.push(second);
      }
    }
    this.#skip(/[ \t]*/y);
    const isNegated = this.#source[this.#index] === '!';
    if (isNegated) this.#skip(/![ \t]*/y);
    return { addresses, isNegated, action: this.#action(), range: { isActive: false, end: 0 } };
  }

  #address(isSecond: boolean): SedAddress | null {
    const character = this.#source[this.#index] ?? '';
    if (character === '$') {
      this.#index += 1;
      return { type: 'last' };
    }
    if (isSecond && (character === '+' || character === '~')) {
      this.#index += 1;
      const count = Number(this.#skip(/\d+/y));
      return character === '+' ? { type: 'offset', count } : { type: 'multiple', count };
    }
    if (/\d/.test(character)) {
      const line = Number(this.#skip(/\d+/y));
      if (this.#source[this.#index] !== '~') return { type: 'line', line };
      this.#index += 1;
      return { type: 'step', first: line, step: Number(this.#skip(/\d+/y)) };
    }
    if (character !== '/' && character !== '\\') return null;
    if (character === '\\') this.#index += 1;
    const delimiter = this.#source[this.#index] ?? '/';
    this.#index += 1;
    const source = this.#delimited(delimiter, 'unterminated address regex', true);
    const flags = this.#skip(/[IM]*/y);
    return { type: 'expression', expression: this.#compile(source, flags.toLowerCase()) };
  }

  /** Reads up to the next unescaped delimiter; an escaped one loses its backslash. */
  #delimited(delimiter: string, message: string, isExpression: boolean): string {
    let text = '';
    let isInBracket = false;
    for (;;) {
      const character = this.#source[this.#index];
      if (character === undefined || (character === '\n' && isExpression)) throw this.#error(message);
      this.#index += 1;
      if (character === '\\') {
        const next = this.#source[this.#index] ?? '';
        this.#index += 1;
        text += next === delimiter ? next : `\\${next}`;
        continue;
      }
      if (isExpression && character === '[' && !isInBracket) {
        isInBracket = true;
        // A `]` right after the opening belongs to the set.
        text += character + this.#skip(/\^?\]?/y);
        continue;
      }
      if (character === ']') isInBracket = false;
      if (character === delimiter && !isInBracket) return text;
      text += character;
    }
  }

  #compile(source: string, flags: string): RegExp | null {
    if (source === '') return null;
    try {
      return new RegExp(this.#isExtended ? extendedToSource(source) : basicToSource(source), `gsu${flags.replace(/[^im]/g, '')}`);
    } catch (error) {
      throw this.#error(errorMessage(error));
    }
  }

  #action(): SedAction {
    const letter = this.#source[this.#index];
    if (letter === undefined) throw this.#error('missing command');
    this.#index += 1;
    switch (letter) {
      case '{':
        return { type: 'block', commands: this.#commands(true) };
      case 's':
        return this.#substitution();
      case 'y':
        return this.#transliteration();
      case 'a':
      case 'i':
      case 'c':
        return { type: 'text', letter, text: this.#text() };
      case 'b':
      case 't':
      case 'T':
        return { type: 'jump', letter, label: this.#skip(/[ \t]*[^;\n}]*/y).trim() };
      case ':':
        return { type: 'label', label: this.#skip(/[ \t]*[^;\n]*/y).trim() };
      case 'r':
      case 'w':
        return { type: 'file', letter, path: this.#skip(/[^\n]*/y).trim() };
      case 'q':
      case 'Q':
        this.#skip(/[ \t]*/y);
        return { type: 'quit', letter, exitCode: Number(this.#skip(/\d*/y)) };
      default:
        if (!'dDpPnNgGhHxl=zF'.includes(letter)) throw this.#error(`unknown command: \`${letter}'`);
        this.#end();
        return { type: 'simple', letter };
    }
  }

  #end(): void {
    this.#skip(/[ \t]*/y);
    const next = this.#source[this.#index];
    if (next !== undefined && !';\n}#'.includes(next)) throw this.#error('extra characters after command');
  }

  /** Reads the one-line form `a text`, or the classic one with a backslash and more lines. */
  #text(): string {
    this.#skip(/[ \t]*/y);
    if (this.#source[this.#index] === '\\') {
      this.#index += 1;
      // Blanks followed only by a newline belong to the syntax; other blanks begin the text.
      this.#skip(/(?:[ \t]*\n)?/y);
    }
    if (this.#index >= this.#source.length) throw this.#error("expected \\ after `a', `c' or `i'");
    let text = '';
    while (this.#index < this.#source.length) {
      const character = this.#source[this.#index] ?? '';
      this.#index += 1;
      if (character === '\n') break;
      if (character === '\\') {
        const escaped = this.#source[this.#index] ?? '';
        text += TEXT_ESCAPES.get(escaped) ?? escaped;
        this.#index += 1;
      } else text += character;
    }
    return text;
  }

  #substitution(): SedAction {
    const delimiter = this.#source[this.#index] ?? '';
    if (delimiter === '' || delimiter === '\n' || delimiter === '\\') throw this.#error("unterminated `s' command");
    this.#index += 1;
    const source = this.#delimited(delimiter, "unterminated `s' command", true);
    const replacement = this.#delimited(delimiter, "unterminated `s' command", false);
    const flags = this.#skip(/[gpiImM0-9]*/y);
    const file =
      this.#source[this.#index] === 'w'
        ? this.#skip(/[^\n]*/y)
            .slice(1)
            .trim()
        : null;
    const rest = this.#skip(/[ \t]*/y) + (this.#source[this.#index] ?? '');
    if (!/^\s*[;}#\n]?$/.test(rest)) throw this.#error("unknown option to `s'");
    const substitution: SedSubstitution = {
      expression: this.#compile(source, flags.toLowerCase()),
      replacement,
      isGlobal: flags.includes('g'),
      isPrinting: flags.includes('p'),
      number: Number(/\d+/.exec(flags)?.[0] ?? '1'),
      file,
    };
    return { type: 'substitute', substitution };
  }

  #transliteration(): SedAction {
    const delimiter = this.#source[this.#index] ?? '/';
    this.#index += 1;
    const plain = (text: string) => [
      ...text.replace(/\\([\s\S])/g, (_match, character: string) => (character === 'n' ? '\n' : character === 't' ? '\t' : character)),
    ];
    const from = plain(this.#delimited(delimiter, "unterminated `y' command", false));
    const to = plain(this.#delimited(delimiter, "unterminated `y' command", false));
    if (from.length !== to.length) throw this.#error("strings for `y' command are different lengths");
    this.#end();
    return { type: 'transliterate', table: new Map(from.map((character, index) => [character, to[index] ?? character])) };
  }
}
