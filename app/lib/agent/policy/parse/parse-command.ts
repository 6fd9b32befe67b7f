import { forEachChild, type ParsedScript, parse, type SyntaxNode } from 'unbash';
import { because, type Reason } from '../../../protocol/texts/reason.ts';

/** A parsed command, or why its parse cannot be trusted. The offsets of the tree refer to `source`. */
export type ParsedCommand = { status: 'parsed'; script: ParsedScript } | { status: 'opaque'; why: Reason };

const MAX_LENGTH = 10_000;
const MAX_DEPTH = 150;
/** All control, format, surrogate, private and unusual space characters except tab, newline and space, and letters that are invisible. */
const ODD_CHARACTERS =
  /(?![\t\n ])[\p{C}\p{Z}]|\u2800|\u3164|\u115f|\u1160|\uffa0|\u034f|\u17b4|\u17b5|[\u180b-\u180f\ufe00-\ufe0d\u{e0100}-\u{e01ef}]|(?<!\p{Extended_Pictographic})[\ufe0e\ufe0f](?!\u20e3)/u;
/** Text allowed between words: whitespace, comments, operators and keywords. */
const BETWEEN_WORDS =
  /(?:[ \t\n]+|\\\n|#[^\n]*|;;&|;&|;;|&&|\|\||\|&|[;&|(){}!]|(?:if|then|elif|else|fi|for|in|do|done|while|until|case|esac|select|function|coproc|time|-p|--)(?![^\s;&|(){}]))/y;

export function parseCommand(source: string): ParsedCommand {
  if (source.trim() === '') return { status: 'opaque', why: because('the command is empty') };
  if (source.length > MAX_LENGTH)
    return { status: 'opaque', why: because('the command is longer than {count} characters', { count: String(MAX_LENGTH) }) };
  const odd = ODD_CHARACTERS.exec(source);
  if (odd !== null)
    return { status: 'opaque', why: because('it holds the character {character}, which does not show', { character: codePoint(odd[0]) }) };
  try {
    const script = parse(source);
    const why = problemOf(script, source, 0) ?? (script.commands.length === 0 ? because('there is no command in it') : null);
    return why === null ? { status: 'parsed', script } : { status: 'opaque', why };
  } catch {
    return { status: 'opaque', why: because('the shell parser could not read it') };
  }
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Returns why this script or a nested one was not read in full; null if it was. */
function problemOf(script: ParsedScript, source: string, depth: number): Reason | null {
  if (depth > MAX_DEPTH) return because('it is nested too deeply');
  if ((script.errors?.length ?? 0) > 0) return because('the shell parser could not read it');
  const text = script.source ?? source;
  const spans: Span[] = [];
  const nested: ParsedScript[] = [];
  for (const command of script.commands) collect(command, depth + 1, spans, nested);
  const start = script.source === undefined ? script.pos : 0;
  const end = script.source === undefined ? script.end : text.length;
  if (!isCovered(text, start, end, spans)) return because('the shell parser passed over a piece of it');
  for (const inner of nested) {
    const why = problemOf(inner, text, depth + 1);
    if (why !== null) return why;
  }
  return null;
}

interface Span {
  pos: number;
  end: number;
}

/** Collects the spans of words, assignments, redirections and tests, and the scripts nested in them. */
function collect(node: SyntaxNode, depth: number, spans: Span[], nested: ParsedScript[]): void {
  if (depth > MAX_DEPTH) throw new RangeError('Too deep.');
  switch (node.type) {
    case 'Script':
      nested.push(node);
      return;
    case 'HereDoc':
      spans.push(node, node.body);
      if (node.closing !== undefined) spans.push(node.closing);
      break;
    case 'Word':
    case 'Assignment':
    case 'Redirect':
    case 'HereString':
    case 'TestCommand':
    case 'ArithmeticCommand':
    case 'ArithmeticFor':
      spans.push(node);
      break;
    default:
      break;
  }
  forEachChild(node, (child) => collect(child, depth + 1, spans, nested));
}

/** Returns true if there is only grammar between the spans, without an open bracket: the parser ignores an open bracket after a word. */
function isCovered(text: string, start: number, end: number, spans: readonly Span[]): boolean {
  let from = start;
  let open = 0;
  for (const span of [...[...spans].sort((a, b) => a.pos - b.pos), { pos: end, end }]) {
    if (span.pos > from) {
      const opened = openedIn(text, from, span.pos);
      if (opened === null) return false;
      open += opened;
    }
    from = Math.max(from, span.end);
  }
  return open <= 0;
}

/** Returns how many more brackets the text opens than it closes (`case` patterns only close); null if it is not grammar. */
function openedIn(text: string, start: number, end: number): number | null {
  let opened = 0;
  for (let at = start; at < end; at = BETWEEN_WORDS.lastIndex) {
    BETWEEN_WORDS.lastIndex = at;
    const [token] = BETWEEN_WORDS.exec(text) ?? [null];
    if (token === null) return null;
    if (token === '(') opened++;
    if (token === ')') opened--;
  }
  return opened;
}
