import { basicToSource, extendedToSource } from '../../text/posix-pattern.ts';
import { CommandError } from '../command.ts';
import { replacementText } from '../sed/sed-text.ts';

export type NameKind = 'member' | 'symlink' | 'hard-link';

interface Expression {
  pattern: RegExp;
  replacement: string;
  isGlobal: boolean;
  number: number;
  /** The kinds of names that it does not apply to. */
  excluded: ReadonlySet<NameKind>;
}

const SCOPES: Readonly<Record<string, NameKind>> = { r: 'member', s: 'symlink', h: 'hard-link' };

/** Returns the function that `--transform` applies to a name: one or more `s` expressions separated by `;`. */
export function tarTransform(texts: readonly string[]): (name: string, kind: NameKind) => string {
  const expressions = texts.flatMap((text) => parse(text));
  return (name, kind) => {
    let result = name;
    for (const expression of expressions) if (!expression.excluded.has(kind)) result = replaced(result, expression);
    return result;
  };
}

function replaced(name: string, { pattern, replacement, isGlobal, number }: Expression): string {
  let count = 0;
  return name.replace(pattern, (match: string, ...parts: unknown[]) => {
    count += 1;
    if (count < number || (count > number && !isGlobal)) return match;
    // The groups are followed by the match position, which is a number, and the whole name.
    const groups = parts.slice(
      0,
      parts.findIndex((part) => typeof part === 'number'),
    );
    return replacementText(replacement, [match, ...groups.map((group) => (typeof group === 'string' ? group : ''))]);
  });
}

function parse(text: string): Expression[] {
  const expressions: Expression[] = [];
  let rest = text;
  while (rest !== '') {
    const delimiter = rest[1];
    if (!rest.startsWith('s') || delimiter === undefined || delimiter === '\\') throw invalid();
    const source = delimited(rest, 2, delimiter);
    const replacement = delimited(rest, source.end, delimiter);
    const [flags = ''] = /^[^;]*/.exec(rest.slice(replacement.end)) ?? [];
    expressions.push(expressionOf(source.text, replacement.text, flags));
    rest = rest.slice(replacement.end + flags.length).replace(/^;/, '');
  }
  if (expressions.length === 0) throw invalid();
  return expressions;
}

/** Reads up to the delimiter; a delimiter after a backslash is a plain character. */
function delimited(text: string, start: number, delimiter: string): { text: string; end: number } {
  let result = '';
  for (let index = start; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (character === delimiter) return { text: result, end: index + 1 };
    if (character !== '\\') result += character;
    else {
      index += 1;
      result += text[index] === delimiter ? delimiter : `\\${text[index] ?? ''}`;
    }
  }
  throw invalid();
}

function expressionOf(source: string, replacement: string, flags: string): Expression {
  if (!/^[gixrRsShH0-9]*$/.test(flags))
    throw new CommandError(`Unknown flag in transform expression: ${/[^gixrRsShH0-9]/.exec(flags)?.[0] ?? ''}`, 2);
  const excluded = new Set<NameKind>();
  for (const letter of flags) {
    const kind = SCOPES[letter.toLowerCase()];
    if (kind === undefined) continue;
    if (letter === letter.toLowerCase()) excluded.delete(kind);
    else excluded.add(kind);
  }
  try {
    const pattern = flags.includes('x') ? extendedToSource(source) : basicToSource(source);
    return {
      pattern: new RegExp(pattern, flags.includes('i') ? 'gisu' : 'gsu'),
      replacement,
      isGlobal: flags.includes('g'),
      number: Number(/\d+/.exec(flags)?.[0] ?? '1'),
      excluded,
    };
  } catch {
    throw invalid();
  }
}

function invalid(): CommandError {
  return new CommandError("Invalid transform expression\nTry 'tar --help' or 'tar --usage' for more information.", 2);
}
