import { POSIX_CLASSES } from './posix-classes.ts';
/**
 * Options for converting shell patterns (`*`, `?`, `[…]`, `@(…)` and so on) to regular expressions. In a pattern, a backslash makes the
 * next character literal.
 */
export interface PatternOptions {
  /** `*`, `?` and `[…]` do not match a slash. */
  isPath?: boolean;
  isCaseInsensitive?: boolean;
  /** Quantifiers match as little as possible (`${x#pattern}`). */
  isLazy?: boolean;
}

export function patternSource(pattern: string, options: PatternOptions = {}): string {
  return new PatternTranslator(pattern, options).translate();
}

export function patternRegExp(pattern: string, options: PatternOptions = {}): RegExp {
  const flags = options.isCaseInsensitive === true ? 'isu' : 'su';
  return new RegExp(`^(?:${patternSource(pattern, options)})$`, flags);
}

export function hasPatternCharacters(pattern: string): boolean {
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern[index];
    if (character === '\\') index += 1;
    else if (character === '*' || character === '?') return true;
    else if (character === '[' && pattern.indexOf(']', index + 1) !== -1) return true;
    else if (character !== undefined && '@+!'.includes(character) && pattern[index + 1] === '(') return true;
  }
  return false;
}

export function escapePattern(text: string): string {
  return text.replace(/[\\*?[\]@+!(){}|^-]/g, '\\$&');
}

export function unescapePattern(pattern: string): string {
  return pattern.replace(/\\([\s\S])/g, '$1');
}

export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

class PatternTranslator {
  readonly #pattern: string;
  readonly #any: string;
  readonly #one: string;
  readonly #isPath: boolean;
  #index = 0;

  constructor(pattern: string, options: PatternOptions) {
    this.#pattern = pattern;
    this.#isPath = options.isPath === true;
    this.#one = this.#isPath ? '[^/]' : '.';
    this.#any = `${this.#one}*${options.isLazy === true ? '?' : ''}`;
  }

  translate(): string {
    let source = '';
    while (this.#index < this.#pattern.length) source += this.#next();
    return source;
  }

  #next(): string {
    const point = this.#pattern.codePointAt(this.#index) ?? 0;
    const character = String.fromCodePoint(point);
    if ('?*+@!'.includes(character) && this.#pattern[this.#index + 1] === '(') {
      const group = this.#extendedGroup(character);
      if (group !== null) return group;
    }
    this.#index += character.length;
    if (character === '*') {
      while (this.#pattern[this.#index] === '*') this.#index += 1;
      return this.#any;
    }
    if (character === '?') return this.#one;
    if (character === '[') return this.#bracket();
    if (character === '\\') return this.#escaped();
    return escapeRegExp(character);
  }

  #escaped(): string {
    const point = this.#pattern.codePointAt(this.#index);
    if (point === undefined) return '\\\\';
    const character = String.fromCodePoint(point);
    this.#index += character.length;
    return escapeRegExp(character);
  }

  #bracket(): string {
    const end = bracketEnd(this.#pattern, this.#index);
    if (end === -1) return '\\[';
    const body = this.#pattern.slice(this.#index, end);
    this.#index = end + 1;
    const guard = this.#isPath ? '(?!/)' : '';
    return guard + bracketClass(body, true);
  }

  #extendedGroup(operator: string): string | null {
    const close = groupEnd(this.#pattern, this.#index + 2);
    if (close === -1) return null;
    const alternatives = splitAlternatives(this.#pattern.slice(this.#index + 2, close));
    this.#index = close + 1;
    const body = alternatives.map((alternative) => patternSource(alternative, { isPath: this.#isPath })).join('|');
    if (operator === '@') return `(?:${body})`;
    if (operator !== '!') return `(?:${body})${operator}`;
    const rest = patternSource(this.#pattern.slice(this.#index), { isPath: this.#isPath });
    return `(?!(?:${body})${rest}$)${this.#any}`;
  }
}

/** Returns the index of the `]` that closes a bracket whose content starts at `start`, or -1. */
export function bracketEnd(pattern: string, start: number): number {
  let index = start;
  if (pattern[index] === '!' || pattern[index] === '^') index += 1;
  if (pattern[index] === ']') index += 1;
  while (index < pattern.length) {
    const character = pattern[index];
    if (character === ']') return index;
    if (character === '\\') index += 1;
    if (character === '[' && ':.='.includes(pattern[index + 1] ?? ' ')) {
      const close = pattern.indexOf(`${pattern[index + 1]}]`, index + 2);
      if (close !== -1) index = close + 1;
    }
    index += 1;
  }
  return -1;
}

/** Converts a bracket's content to a regular expression class. A backslash escapes in shell patterns and is literal in POSIX ones. */
export function bracketClass(body: string, isBackslashEscape: boolean): string {
  const isNegated = body[0] === '!' || body[0] === '^';
  let source = '';
  let index = isNegated ? 1 : 0;
  while (index < body.length) {
    const named = /^\[[:.=]([^\]]*?)[:.=]\]/.exec(body.slice(index));
    if (named !== null) {
      source += POSIX_CLASSES.get(named[1] ?? '') ?? escapeClass(named[1] ?? '');
      index += named[0].length;
      continue;
    }
    const isEscape = body[index] === '\\' && isBackslashEscape && index + 1 < body.length;
    if (isEscape) index += 1;
    const character = String.fromCodePoint(body.codePointAt(index) ?? 0);
    index += character.length;
    const isRange = character === '-' && !isEscape && source !== '' && index < body.length;
    source += isRange ? '-' : escapeClass(character);
  }
  if (source === '') return isNegated ? '[\\s\\S]' : '(?!)';
  return `[${isNegated ? '^' : ''}${source}]`;
}

function escapeClass(text: string): string {
  return text.replace(/[\\\]^[\-{}()/|&~]/g, '\\$&').replace(/\\([&~])/g, '$1');
}

function groupEnd(pattern: string, start: number): number {
  let depth = 1;
  for (let index = start; index < pattern.length; index += 1) {
    const character = pattern[index];
    if (character === '\\') index += 1;
    else if (character === '(') depth += 1;
    else if (character === ')') {
      depth -= 1;
      if (depth === 0) return index;
    }
  }
  return -1;
}

function splitAlternatives(body: string): string[] {
  const alternatives = [''];
  let depth = 0;
  for (let index = 0; index < body.length; index += 1) {
    const character = body[index] ?? '';
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === '|' && depth === 0) {
      alternatives.push('');
      continue;
    }
    const text = character === '\\' ? body.slice(index, index + 2) : character;
    if (character === '\\') index += 1;
    alternatives[alternatives.length - 1] += text;
  }
  return alternatives;
}
