import type { ParsedScript, SyntaxNode } from 'unbash';
import { forEachChild, parse } from 'unbash';

export type ParseResult =
  | { status: 'complete'; script: ParsedScript }
  /** More lines may complete it. */
  | { status: 'incomplete'; message: string }
  | { status: 'error'; message: string };

/** Parses a whole text. Never throws: what the parser throws (too deep, its own faults) is a syntax error. */
export function parseScript(source: string): ParseResult {
  let script: ParsedScript;
  try {
    script = parse(source);
  } catch (error) {
    return { status: 'error', message: `syntax error: ${error instanceof Error ? error.message : String(error)}` };
  }
  const [first] = script.errors ?? [];
  if (first === undefined) {
    if (endsInContinuation(source)) return { status: 'incomplete', message: 'syntax error: unexpected end of file' };
    return hasOpenHereDocument(script, source)
      ? { status: 'incomplete', message: 'syntax error: here-document delimited by end of file' }
      : { status: 'complete', script };
  }
  const isAtEnd = first.message.startsWith('unterminated') || first.pos >= source.trimEnd().length;
  if (isAtEnd && !first.message.startsWith('unexpected')) {
    const message = unterminatedMessage(first.message);
    return isRedirectWithoutTarget(first.message)
      ? { status: 'error', message: "syntax error near unexpected token `newline'" }
      : { status: 'incomplete', message };
  }
  return { status: 'error', message: `syntax error near unexpected token \`${tokenAt(source, first.pos)}'` };
}

function unterminatedMessage(message: string): string {
  const quote = message.includes('double quote') ? '"' : message.includes('quote') ? "'" : message.includes('backtick') ? '`' : null;
  return quote === null ? 'syntax error: unexpected end of file' : `unexpected EOF while looking for matching \`${quote}'`;
}

function isRedirectWithoutTarget(message: string): boolean {
  return message === 'expected redirect target';
}

/** The token a message points at, in bash's words. */
function tokenAt(source: string, position: number): string {
  const rest = source.slice(position).replace(/^[ \t]+/, '');
  if (rest === '' || rest.startsWith('\n')) return 'newline';
  const token = /^(?:;;&|;;|;&|&&|\|\||\|&|<<<|<<-|<<|>>|&>>|&>|[;&|()<>]|[^\s;&|()<>]+)/.exec(rest);
  return token?.[0] ?? rest.slice(0, 1);
}

function endsInContinuation(source: string): boolean {
  const backslashes = /\\+\n?$/.exec(source)?.[0].replace('\n', '') ?? '';
  return backslashes.length % 2 === 1;
}

function hasOpenHereDocument(script: ParsedScript, source: string): boolean {
  if (!source.includes('<<')) return false;
  let isOpen = false;
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'HereDoc' && node.closing === undefined) isOpen = true;
    if (!isOpen) forEachChild(node, visit);
  };
  visit(script);
  return isOpen;
}
