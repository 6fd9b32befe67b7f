import { bracketClass, bracketEnd } from './glob-pattern.ts';

/**
 * Converts POSIX regular expressions, as used by grep, sed, awk and `[[ =~ ]]`, to JavaScript sources (flag `u`). One difference remains:
 * alternatives match leftmost-first, not leftmost-longest.
 *
 * A dot matches any character, including a carriage return, unlike JavaScript's: use the flag `s`, or pass another source for it.
 */
export function extendedToSource(pattern: string, dot = '.'): string {
  return new PosixTranslator(pattern, true, dot).translate();
}

export function basicToSource(pattern: string, dot = '.'): string {
  return new PosixTranslator(pattern, false, dot).translate();
}

const escapeSources = new Map([
  ['<', '\\b(?=\\w)'],
  ['>', '\\b(?<=\\w)'],
  ['b', '\\b'],
  ['B', '\\B'],
  ['w', '[\\p{L}\\d_]'],
  ['W', '[^\\p{L}\\d_]'],
  ['s', '\\s'],
  ['S', '\\S'],
  ['`', '(?<![\\s\\S])'],
  ["'", '(?![\\s\\S])'],
  ['n', '\\n'],
  ['t', '\\t'],
  ['r', '\\r'],
  ['f', '\\f'],
  ['v', '\\v'],
]);

class PosixTranslator {
  readonly #pattern: string;
  readonly #isExtended: boolean;
  readonly #dot: string;
  #index = 0;
  #depth = 0;
  /** True where `*` has nothing to repeat and is literal. */
  #isStart = true;

  constructor(pattern: string, isExtended: boolean, dot: string) {
    this.#pattern = pattern;
    this.#isExtended = isExtended;
    this.#dot = dot;
  }

  translate(): string {
    let source = '';
    while (this.#index < this.#pattern.length) source += this.#next();
    return source;
  }

  #next(): string {
    const character = String.fromCodePoint(this.#pattern.codePointAt(this.#index) ?? 0);
    this.#index += character.length;
    if (character === '\\') return this.#escape();
    if (character === '[') return this.#bracket();
    if (character === '*') return this.#star();
    if (character === '^') return this.#caret();
    if (character === '$') return this.#dollar();
    if (this.#isExtended && '(){}|+?'.includes(character)) return this.#operator(character);
    this.#isStart = false;
    if (character === '.') return this.#dot;
    return /[(){}|+?\]/-]/.test(character) ? `\\${character}`.replace('\\-', '-') : character;
  }

  #escape(): string {
    const character = String.fromCodePoint(this.#pattern.codePointAt(this.#index) ?? 92);
    this.#index += character.length;
    if (!this.#isExtended && '(){}|+?'.includes(character)) return this.#operator(character);
    this.#isStart = false;
    const known = escapeSources.get(character);
    if (known !== undefined) return known;
    if (/[1-9]/.test(character)) return `(?:\\${character})`;
    return /[\^$\\.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character;
  }

  #bracket(): string {
    this.#isStart = false;
    const end = bracketEnd(this.#pattern.replace(/\\/g, 'x'), this.#index);
    if (end === -1) throw new SyntaxError('Unmatched [, [^, [:, [., or [=');
    const body = this.#pattern.slice(this.#index, end);
    this.#index = end + 1;
    // `!` negates only in shell patterns.
    return body.startsWith('!') ? bracketClass(`${body.slice(1)}!`, false) : bracketClass(body, false);
  }

  #star(): string {
    if (this.#isStart) {
      this.#isStart = false;
      return '\\*';
    }
    return '*';
  }

  #caret(): string {
    const isAnchor = this.#isExtended || this.#isStart;
    if (!isAnchor) return '\\^';
    return '^';
  }

  #dollar(): string {
    const rest = this.#pattern.slice(this.#index);
    const isAnchor = this.#isExtended || rest === '' || rest.startsWith('\\)') || rest.startsWith('\\|');
    return isAnchor ? '$' : '\\$';
  }

  #operator(character: string): string {
    if (character === '(') {
      this.#isStart = true;
      this.#depth += 1;
      return '(';
    }
    if (character === ')') {
      if (this.#isExtended && this.#depth === 0) return '\\)';
      this.#depth -= 1;
      return ')';
    }
    if (character === '|') {
      this.#isStart = true;
      return '|';
    }
    if (character === '{') return this.#interval();
    if (character === '}') return '\\}';
    if (this.#isStart) return `\\${character}`;
    return character;
  }

  #interval(): string {
    const interval = (this.#isExtended ? /^(\d*)(,?)(\d*)\}/ : /^(\d*)(,?)(\d*)\\\}/).exec(this.#pattern.slice(this.#index));
    if (interval === null || this.#isStart) return '\\{';
    this.#index += interval[0].length;
    return `{${interval[1] === '' ? '0' : interval[1]}${interval[2]}${interval[3]}}`;
  }
}
