import { syntaxErrorWords } from './syntax-error-words.ts';

/** Formats a syntax error as Node does: the location, the line, a caret, then the message. */
export function locateSyntaxError(error: SyntaxError, source: string, file: string): SyntaxError {
  // acorn's errors have a location.
  const place = 'loc' in error ? (error.loc as { line: number; column: number }) : null;
  if (place === null) return error;
  const at = 'pos' in error ? Number(error.pos) : 0;
  const message = syntaxErrorWords(error.message.replace(/ \(\d+:\d+\)$/, ''), source, at);
  const located = new SyntaxError(message);
  const line = source.split('\n')[place.line - 1] ?? '';
  const frame = `${file}:${place.line}\n${line}\n${' '.repeat(place.column)}^\n\n`;
  located.stack = `${frame}${located.name}: ${message}`;
  return located;
}
