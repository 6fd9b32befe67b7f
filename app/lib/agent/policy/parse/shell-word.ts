import { isSecretVariable } from 'devonz-engine-protocol/secret-variable';
import type { DoubleQuotedChild, ParameterExpansionPart, ParsedScript, Word, WordPart } from 'unbash';
import { because, type Reason } from '../../../protocol/texts/reason.ts';
import { escapedGlob } from '../paths/glob-pattern.ts';

/** A word as far as it is known before the shell expands it. */
export type ShellWord =
  | { kind: 'literal'; value: string; text: string }
  /** Expands to file names. `pattern` is the word with literal characters escaped by a backslash. */
  | { kind: 'glob'; value: string; pattern: string; text: string }
  /**
   * Known only at run time. `why` is set if the word asks even where its value does not matter. `rough` is the word with a placeholder in
   * it.
   */
  | { kind: 'unknown'; text: string; why: Reason | null; rough?: string };

export interface ReadWord {
  word: ShellWord;
  /** Scripts that the shell runs to expand the word. */
  scripts: readonly ParsedScript[];
}

interface Piece {
  value: string | null;
  pattern: string;
  isGlob: boolean;
  why: Reason | null;
}

/** Matches unquoted text without special characters; escaped ones are removed first. */
const PLAIN = /^[^\s;&|<>()`"'$*?[\]{}\\]*$/u;
const EXPANSION_ASKS = because('an expansion in it can run commands or change variables');

export function readWord(word: Word): ReadWord {
  const scripts: ParsedScript[] = [];
  const pieces =
    word.parts === undefined
      ? [bare(word.text, true, true)]
      : word.parts.map((part, index, all) => pieceOf(part, index === 0, index === all.length - 1, scripts));
  return { word: joined(word.text, pieces), scripts };
}

function joined(text: string, pieces: readonly Piece[]): ShellWord {
  const why = pieces.find((piece) => piece.why !== null)?.why ?? null;
  let value = '';
  for (const piece of pieces) {
    if (piece.value === null || why !== null) return { kind: 'unknown', text, why };
    value += piece.value;
  }
  if (!pieces.some((piece) => piece.isGlob)) return { kind: 'literal', value, text };
  return { kind: 'glob', value, pattern: pieces.map((piece) => piece.pattern).join(''), text };
}

const unknown = (why: Reason | null = null): Piece => ({ value: null, pattern: '', isGlob: false, why });
const literal = (value: string): Piece => ({ value, pattern: escapedGlob(value), isGlob: false, why: null });

function pieceOf(part: WordPart, isFirst: boolean, isLast: boolean, scripts: ParsedScript[]): Piece {
  switch (part.type) {
    case 'Literal':
      return bare(part.text, isFirst, isLast);
    case 'SingleQuoted':
      return literal(part.value);
    case 'AnsiCQuoted':
      return /\\(?![nt'\\])/.test(part.text.replace(/\\\\/g, ''))
        ? unknown(because('a word in it is written in escapes'))
        : literal(part.value);
    case 'DoubleQuoted':
      return quoted(part.parts, scripts);
    case 'Glob':
      return { value: part.text, pattern: patternOf(part), isGlob: true, why: null };
    case 'BraceExpansion':
      addNested(part.parts, scripts);
      return unknown();
    case 'SimpleExpansion':
      return unknown(secretVariable(part.text.slice(1)));
    case 'ParameterExpansion':
      return parameter(part, scripts);
    case 'CommandExpansion':
      if (part.script === undefined) return unknown(EXPANSION_ASKS);
      scripts.push(part.script);
      return unknown();
    case 'ArithmeticExpansion':
      return /^\$(?:\(\(|\[)[\d\s+\-*/%()<>=!&|^~?:,]*(?:\)\)|\])$/.test(part.text)
        ? unknown()
        : unknownWithNested(part.expression, scripts, because('its arithmetic can run commands'));
    case 'ProcessSubstitution':
      if (part.script !== undefined) scripts.push(part.script);
      return unknown(because('it runs a program in place of a file'));
    case 'ExtendedGlob':
    case 'LocaleString':
      addNested(part.parts, scripts);
      return unknown(EXPANSION_ASKS);
  }
}

/** A bracket that contains quotes or values is treated as any character. */
function patternOf(part: Extract<WordPart, { type: 'Glob' }>): string {
  if (part.kind !== 'bracket') return part.text;
  return part.parts?.every(({ type }) => type === 'Literal') === true ? part.text : '?';
}

function secretVariable(name: string): Reason | null {
  return isSecretVariable(name) ? because('{name} may hold a key or password', { name: `$${name}` }) : null;
}

/** Reads unquoted text. A backslash makes the next character literal. */
function bare(text: string, isFirst: boolean, isLast: boolean): Piece {
  // zsh reads `=name` as a path.
  if (isFirst && text.length > 1 && text.startsWith('=') && text !== '==') return unknown(because('zsh reads =name as a path'));
  const value = text.replace(/\\\n/g, '').replace(/\\([^\n])/gs, '$1');
  let rest = text.replace(/\\[\s\S]/g, '');
  if ((isFirst && rest.startsWith('~')) || /[:=]~/.test(rest)) return unknown();
  if (isLast) rest = rest.replace(/\$$/, '');
  rest = rest.replace(/\{\w*\}/g, '');
  // A lone `[` or `]` is a word; inside a longer word it is an unmatched bracket.
  if (isFirst && isLast && (text === '[' || text === ']' || text === '{' || text === '}')) rest = '';
  return PLAIN.test(rest) ? literal(value) : unknown();
}

function quoted(parts: readonly DoubleQuotedChild[], scripts: ParsedScript[]): Piece {
  let value: string | null = '';
  for (const part of parts) {
    if (part.type === 'Literal') {
      value = value === null ? null : value + part.text.replace(/\\\n/g, '').replace(/\\(["\\$`])/g, '$1');
      continue;
    }
    const piece = pieceOf(part, false, false, scripts);
    if (piece.why !== null) return piece;
    value = null;
  }
  return value === null ? unknown() : literal(value);
}

/** Reads `${name}` and its read-only forms. */
function parameter(part: ParameterExpansionPart, scripts: ParsedScript[]): Piece {
  const { operation } = part;
  const secret = secretVariable(part.parameter);
  const words = operation === undefined ? [] : operandsOf(operation);
  const inner = words.map((word) => readWord(word));
  for (const read of inner) scripts.push(...read.scripts);
  const index = part.index?.text;
  if (part.prefix === '!' || (index !== undefined && !/^(?:\d+|@|\*)$/.test(index))) return unknown(EXPANSION_ASKS);
  if (operation === undefined) return unknown(part.prefix === '#' ? null : secret);
  if (operation.type === 'Transform' || operation.type === 'Names' || operation.type === 'Unknown') return unknown(EXPANSION_ASKS);
  if (operation.type === 'Default' && operation.operator.includes('=')) return unknown(EXPANSION_ASKS);
  if (operation.type === 'Slice' && !words.every((word) => /^\s*-?\d+$/.test(word.text))) return unknown(EXPANSION_ASKS);
  const bad = inner.find((read) => read.word.kind === 'unknown' && read.word.why !== null)?.word;
  return unknown(bad?.kind === 'unknown' ? bad.why : secret);
}

function operandsOf(operation: NonNullable<ParameterExpansionPart['operation']>): Word[] {
  const found: (Word | undefined)[] = [];
  if ('operand' in operation) found.push(operation.operand);
  if ('pattern' in operation) found.push(operation.pattern, operation.replacement);
  if ('offset' in operation) found.push(operation.offset, operation.length);
  return found.filter((word) => word !== undefined);
}

function addNested(parts: readonly WordPart[] | undefined, scripts: ParsedScript[]): void {
  for (const part of parts ?? []) pieceOf(part, false, false, scripts);
}

/** Scripts inside arithmetic are still checked for denials and blocks, although the word asks anyway. */
function unknownWithNested(expression: unknown, scripts: ParsedScript[], why: Reason): Piece {
  collectScripts(expression, scripts, 0);
  return unknown(why);
}

function collectScripts(value: unknown, scripts: ParsedScript[], depth: number): void {
  if (typeof value !== 'object' || value === null || depth > 60) return;
  if ('script' in value && isScript(value.script)) scripts.push(value.script);
  for (const key of ['left', 'right', 'operand', 'test', 'consequent', 'alternate', 'expression']) {
    if (key in value) collectScripts(Reflect.get(value, key), scripts, depth + 1);
  }
  if ('parts' in value && Array.isArray(value.parts)) for (const part of value.parts) collectScripts(part, scripts, depth + 1);
}

function isScript(value: unknown): value is ParsedScript {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'Script';
}
