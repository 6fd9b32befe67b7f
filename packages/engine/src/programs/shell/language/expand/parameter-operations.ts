import { formatEscapes } from '../../text/escapes.ts';
import { patternRegExp, patternSource } from '../../text/glob-pattern.ts';
import { doubleQuoted, quoteForShell } from '../../text/quote-for-shell.ts';
import type { ShellState } from '../state/shell-state.ts';
import type { Variable, VariableValue } from '../state/variables.ts';
import { arrayEntries } from '../state/variables.ts';

/** Implements `${x#p}`, `${x##p}`, `${x%p}` and `${x%%p}`. */
export function patternRemoved(text: string, operator: '#' | '##' | '%' | '%%', pattern: string): string {
  if (pattern === '') return text;
  const expression = patternRegExp(pattern);
  const lengths = Array.from({ length: text.length + 1 }, (_, index) => index);
  if (operator === '##' || operator === '%%') lengths.reverse();
  for (const length of lengths) {
    const isPrefix = operator.startsWith('#');
    const candidate = isPrefix ? text.slice(0, length) : text.slice(text.length - length);
    if (expression.test(candidate)) return isPrefix ? text.slice(length) : text.slice(0, text.length - length);
  }
  return text;
}

/** Implements `${x/p/r}`, `${x//p/r}`, `${x/#p/r}` and `${x/%p/r}`; the longest match is replaced. */
export function patternReplaced(
  text: string,
  operator: '/' | '//' | '/#' | '/%',
  pattern: string,
  replacement: (match: string) => string,
): string {
  if (pattern === '') return operator === '/#' ? replacement('') + text : operator === '/%' ? text + replacement('') : text;
  const source = patternSource(pattern);
  const anchored = operator === '/#' ? `^(?:${source})` : operator === '/%' ? `(?:${source})$` : source;
  const expression = new RegExp(anchored, operator === '//' ? 'gsu' : 'su');
  return text.replace(expression, (match) => (match === '' && operator === '//' ? '' : replacement(match)));
}

/** Implements `${x^p}`, `${x^^p}`, `${x,p}` and `${x,,p}`. */
export function caseModified(text: string, operator: '^' | '^^' | ',' | ',,', pattern: string): string {
  const expression = patternRegExp(pattern);
  const characters = [...text];
  return characters
    .map((character, index) => {
      if ((operator.length === 1 && index > 0) || !expression.test(character)) return character;
      return operator.startsWith('^') ? character.toUpperCase() : character.toLowerCase();
    })
    .join('');
}

/** Implements `${x@Q}` and the other `@` operators. */
export function transformed(text: string, operator: string, name: string, state: ShellState): string {
  switch (operator) {
    case 'Q':
      return quoteForShell(text, true);
    case 'U':
      return text.toUpperCase();
    case 'u':
      return text.slice(0, 1).toUpperCase() + text.slice(1);
    case 'L':
      return text.toLowerCase();
    case 'E':
      return new TextDecoder().decode(formatEscapes(text));
    case 'A':
      return `${name}=${quoteForShell(text, true)}`;
    case 'a': {
      const variable = state.variables.find(name);
      return variable === null ? '' : attributeLetters(variable);
    }
    default:
      return text;
  }
}

/** Returns the attribute letters that `declare -p` shows. */
export function attributeLetters({ value, isInteger, isReadonly, isExported, letterCase, isReference }: Variable): string {
  const letters: [boolean, string][] = [
    [value?.type === 'indexed', 'a'],
    [value?.type === 'associative', 'A'],
    [isInteger, 'i'],
    [letterCase === 'lower', 'l'],
    [isReference, 'n'],
    [isReadonly, 'r'],
    [letterCase === 'upper', 'u'],
    [isExported, 'x'],
  ];
  return letters.map(([isOn, letter]) => (isOn ? letter : '')).join('');
}

/**
 * Handles `${name[@]@A}`, `${name[@]@K}` and `${name@A}` of a variable with attributes. Returns null when the rule for plain text applies.
 */
export function describedVariable(state: ShellState, name: string, operator: string, isWhole: boolean): string | null {
  const variable = state.variables.find(name);
  const value = variable?.value ?? null;
  if (variable === null || value === null) return null;
  const letters = attributeLetters(variable);
  if (operator === 'A') {
    if (letters === '') return null;
    if (value.type === 'text') return `declare -${letters} ${name}=${quoteForShell(value.text, true)}`;
    return isWhole ? `declare -${letters} ${name}=${arraySource(value)}` : null;
  }
  if (!isWhole || value.type === 'text') return null;
  return arrayEntries(value)
    .map(([key, text]) => `${key} ${doubleQuoted(text)}`)
    .join(' ');
}

/** Returns an array as source, for example `([0]="a" [1]="b")`. */
export function arraySource(value: VariableValue): string {
  const items = arrayEntries(value).map(([key, text]) => `[${value.type === 'associative' ? quotedKey(key) : key}]=${doubleQuoted(text)}`);
  return `(${items.join(' ')}${value.type === 'associative' && items.length > 0 ? ' ' : ''})`;
}

function quotedKey(key: string): string {
  return /^[\w@%+=:,./-]+$/.test(key) ? key : doubleQuoted(key);
}
