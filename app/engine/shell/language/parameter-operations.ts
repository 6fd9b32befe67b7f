import { patternRegExp, patternSource } from '../text/glob-pattern.ts';
import { quoteForShell } from '../text/quote-for-shell.ts';
import type { ShellState } from './shell-state.ts';

/** `${x#p}`, `${x##p}`, `${x%p}`, `${x%%p}`. */
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

/** `${x/p/r}` and its kin; the longest match is replaced. */
export function patternReplaced(text: string, operator: '/' | '//' | '/#' | '/%', pattern: string, replacement: string): string {
  if (pattern === '') return text;
  const source = patternSource(pattern);
  const anchored = operator === '/#' ? `^(?:${source})` : operator === '/%' ? `(?:${source})$` : source;
  const expression = new RegExp(anchored, operator === '//' ? 'gsu' : 'su');
  return text.replace(expression, (match) => (match === '' && operator === '//' ? '' : replacement));
}

/** `${x^p}`, `${x^^p}`, `${x,p}`, `${x,,p}`. */
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

/** `${x@Q}` and its kin. */
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
    case 'A':
      return `${name}=${quoteForShell(text, true)}`;
    case 'a': {
      const variable = state.variables.find(name);
      const kind = variable?.value?.type === 'indexed' ? 'a' : variable?.value?.type === 'associative' ? 'A' : '';
      return (
        kind +
        (variable?.isInteger === true ? 'i' : '') +
        (variable?.isReadonly === true ? 'r' : '') +
        (variable?.isExported === true ? 'x' : '')
      );
    }
    default:
      return text;
  }
}
