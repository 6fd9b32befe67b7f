import { bracketClass, bracketEnd, escapeRegExp } from '../../text/glob-pattern.ts';

/**
 * Converts a glob of `.gitignore` or `-g` to a regular expression's source: `*` stops at slashes, `**` does not, `{a,b}` are alternatives.
 */
export function globSource(glob: string): string {
  let source = '';
  let depth = 0;
  for (let index = 0; index < glob.length; index += 1) {
    const character = glob[index] ?? '';
    if (character === '*' && glob[index + 1] === '*') {
      const { text, length } = doubleStar(glob, index);
      source += text;
      index += length - 1;
    } else if (character === '*') source += '[^/]*';
    else if (character === '?') source += '[^/]';
    else if (character === '[' && bracketEnd(glob, index + 1) !== -1) {
      const end = bracketEnd(glob, index + 1);
      source += `(?!/)${bracketClass(glob.slice(index + 1, end), true)}`;
      index = end;
    } else if (character === '{' && glob.indexOf('}', index) !== -1) {
      depth += 1;
      source += '(?:';
    } else if (character === '}' && depth > 0) {
      depth -= 1;
      source += ')';
    } else if (character === ',' && depth > 0) source += '|';
    else if (character === '\\' && index + 1 < glob.length) {
      index += 1;
      source += escapeRegExp(glob[index] ?? '');
    } else source += escapeRegExp(character);
  }
  return source;
}

/** Converts `**`: as a whole component it matches any number of folders, elsewhere it is a star. */
function doubleStar(glob: string, index: number): { text: string; length: number } {
  const isStart = index === 0 || glob[index - 1] === '/';
  if (isStart && glob[index + 2] === '/') return { text: '(?:[^/]+/)*', length: 3 };
  if (isStart && index + 2 === glob.length) return { text: '.*', length: 2 };
  return { text: '[^/]*', length: 2 };
}
