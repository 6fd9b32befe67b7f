import { errorMessage } from '../protocol/error-message.ts';

export interface LineSearch {
  /** Returns the offsets of the first match in the line. */
  find(line: string): { start: number; end: number } | null;
  /** Explains how the query was interpreted if that is not obvious. */
  note: string | null;
}

/** Characters of a line that are searched, by the number of repeats in the expression: each repeat may multiply the work by the length. */
const LINE_LIMITS = [100_000, 10_000, 300, 120, 60, 45] as const;
/** Each optional piece may double the work. */
const MAX_OPTIONALS = 8;

/** An interpreted query: text, or an expression with flags. `error` is set if it looks like an expression but is invalid. */
export type Query =
  | { type: 'text'; text: string; error: string | null }
  | { type: 'expression'; source: string; flags: '' | 'i' | 'u' | 'iu'; literal: string };

/**
 * Interprets a query as text if it has no special characters or is not a valid regular expression, otherwise as a regular expression. The
 * prefix `(?i)` ignores case.
 */
export function parseQuery(query: string): Query {
  const isCaseless = query.startsWith('(?i)');
  const source = isCaseless ? query.slice(4) : query;
  if (!isCaseless && !/[\\^$.*+?()[\]{}|]/.test(source)) return { type: 'text', text: query, error: null };
  let error = '';
  // Retry without the `u` flag, because people escape characters unnecessarily.
  for (const unicode of ['u', ''] as const) {
    try {
      new RegExp(source, unicode);
      return { type: 'expression', source, flags: isCaseless ? `i${unicode}` : unicode, literal: query };
    } catch (problem) {
      error = errorMessage(problem);
    }
  }
  return { type: 'text', text: query, error };
}

/**
 * Compiles a search for the page's own thread, which must never hang: a pattern that could backtrack without end (a repeated group that
 * itself repeats or alternates, back references) is searched as text.
 */
export function compileSearch(query: string): LineSearch {
  const parsed = parseQuery(query);
  if (parsed.type === 'text') return textSearch(query, noteOfText(parsed.error));
  const danger = dangerOf(parsed.source);
  if (typeof danger === 'string')
    return textSearch(query, `The query was searched as text: as a regular expression ${danger} could run without end.`);
  const limit = LINE_LIMITS[danger] ?? 0;
  const note = limit <= 300 ? `With so many repeats only the first ${limit} characters of a line are searched.` : null;
  return expressionSearch(parsed, note, limit);
}

/** Compiles any expression, for a search that can be aborted from outside. */
export function compileFreely(parsed: Query): LineSearch {
  return parsed.type === 'text'
    ? textSearch(parsed.text, noteOfText(parsed.error))
    : expressionSearch(parsed, null, Number.POSITIVE_INFINITY);
}

function noteOfText(error: string | null): string | null {
  return error === null ? null : 'The query is not a valid regular expression; it was searched as text.';
}

function expressionSearch(
  { source, flags, literal }: Extract<Query, { type: 'expression' }>,
  note: string | null,
  limit: number,
): LineSearch {
  const expression = new RegExp(source, flags);
  return {
    note,
    find(line) {
      // A query such as `app.use(` is both text and a valid expression: the literal text takes precedence.
      const at = line.indexOf(literal);
      if (at !== -1) return { start: at, end: at + literal.length };
      const match = expression.exec(line.length > limit ? line.slice(0, limit) : line);
      return match === null ? null : { start: match.index, end: match.index + match[0].length };
    },
  };
}

function textSearch(query: string, note: string | null): LineSearch {
  return {
    note,
    find(line) {
      const start = line.indexOf(query);
      return start === -1 ? null : { start, end: start + query.length };
    },
  };
}

/**
 * Returns the number of repeats, or why the pattern is refused. Deliberately coarse: it may refuse a harmless pattern but never accepts a
 * dangerous one.
 */
function dangerOf(source: string): number | string {
  const plain = source.replace(/\\[^1-9k]/g, 'x').replace(/\[(?:\\.|[^\]])*\]/g, 'x');
  if (/\\[1-9k]/.test(plain)) return 'with a back reference it';
  const stack: boolean[] = [];
  let unbounded = 0;
  let optionals = 0;
  for (let index = 0; index < plain.length; index++) {
    const character = plain[index];
    if (character === '(') stack.push(false);
    else if (character === ')') {
      const inner = stack.pop() ?? false;
      if (inner && repeats(plain, index + 1)) return 'with its nested repeats it';
      if (stack.length > 0 && (inner || repeats(plain, index + 1))) stack[stack.length - 1] = true;
    } else if (character === '|' || repeats(plain, index)) {
      if (stack.length > 0) stack[stack.length - 1] = true;
      if (character !== '|') unbounded++;
    } else if (isOptional(plain, index)) {
      optionals++;
      if (stack.length > 0) stack[stack.length - 1] = true;
    }
  }
  if (optionals > MAX_OPTIONALS) return 'with so many optional pieces it';
  return unbounded < LINE_LIMITS.length ? unbounded : 'with so many repeats it';
}

/** Returns true for a `?` that makes the preceding item optional, but not in a group prefix or as a lazy modifier. */
function isOptional(source: string, at: number): boolean {
  return source[at] === '?' && at > 0 && !/[(*+?}]/.test(source[at - 1] ?? '');
}

function repeats(source: string, at: number): boolean {
  const character = source[at];
  return character === '*' || character === '+' || (character === '{' && /^\{\d+,?\d*\}/.test(source.slice(at, at + 12)));
}
