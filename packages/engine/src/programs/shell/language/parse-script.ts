import type { HereDoc, ParsedScript, SyntaxNode } from 'unbash';
import { forEachChild, parse } from 'unbash';
import { errorMessage } from '../../../text/error-message.ts';
import { lineNumber } from './state/report.ts';

export type ParseResult =
  | { status: 'complete'; script: ParsedScript }
  /** More lines may complete the text. */
  | {
      status: 'incomplete';
      message: string;
      line: number;
      /** The result if no more input comes: a here-document without its delimiter. */
      script?: ParsedScript;
      /** The line that would end the here-document. */
      ending?: string;
    }
  | { status: 'error'; message: string; line: number };

/** Parses a whole text. Never throws: anything the parser throws (nesting too deep, its own bugs) is a syntax error. */
export function parseScript(source: string): ParseResult {
  let script: ParsedScript;
  try {
    script = parse(source);
  } catch (error) {
    return { status: 'error', message: `syntax error: ${errorMessage(error)}`, line: 1 };
  }
  const [first] = script.errors ?? [];
  if (first === undefined) {
    const line = lineNumber(source, source.length);
    if (endsInContinuation(source)) return { status: 'incomplete', message: 'syntax error: unexpected end of file', line, script };
    const open = openHereDocument(script, source);
    return open !== null
      ? {
          status: 'incomplete',
          message: `warning: here-document at line ${lineNumber(source, open.pos)} delimited by end-of-file (wanted \`${open.delimiter?.value ?? ''}')`,
          line,
          script,
          ending: open.delimiter?.value ?? '',
        }
      : { status: 'complete', script };
  }
  const isAtEnd = first.message.startsWith('unterminated') || first.pos >= source.trimEnd().length;
  if (isAtEnd && !first.message.startsWith('unexpected')) {
    const message = unterminatedMessage(first.message);
    return isRedirectWithoutTarget(first.message)
      ? { status: 'error', message: "syntax error near unexpected token `newline'", line: lineNumber(source, first.pos) }
      : { status: 'incomplete', message, line: lineNumber(source, first.pos) };
  }
  return {
    status: 'error',
    message: `syntax error near unexpected token \`${tokenAt(source, first.pos)}'`,
    line: lineNumber(source, first.pos),
  };
}

function unterminatedMessage(message: string): string {
  const quote = message.includes('double quote') ? '"' : message.includes('quote') ? "'" : message.includes('backtick') ? '`' : null;
  return quote === null ? 'syntax error: unexpected end of file' : `unexpected EOF while looking for matching \`${quote}'`;
}

function isRedirectWithoutTarget(message: string): boolean {
  return message === 'expected redirect target';
}

/** Returns the token at `position`, named as in bash's messages. */
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

function openHereDocument(script: ParsedScript, source: string): HereDoc | null {
  if (!source.includes('<<')) return null;
  let open: HereDoc | null = null;
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'HereDoc' && node.closing === undefined) open = node;
    if (open === null) forEachChild(node, visit);
  };
  visit(script);
  return open;
}
