import { parseExpressionAt } from 'acorn';
import { firstProgramPlace } from '../../inspect/stack-text.ts';

const HEADLINE = 'The expression evaluated to a falsy value';

/** Returns the message of a failed `assert.ok`, which quotes the call from the source like Node. */
export function describeFalsy(stack: string, readText: (path: string) => string): string {
  const place = firstProgramPlace(stack);
  if (place === null) return HEADLINE;
  try {
    const source = readText(place.file);
    const lines = source.split('\n');
    const lineStart = lines.slice(0, place.line - 1).reduce((total, line) => total + line.length + 1, 0);
    // V8's column is that of the last name in `assert.ok(…)`.
    const before = source.slice(lineStart, lineStart + place.column - 1);
    const start = lineStart + before.length - (/[\p{ID_Continue}$.]+$/u.exec(before)?.[0].length ?? 0);
    const { end } = parseExpressionAt(source, start, { ecmaVersion: 'latest' });
    return `${HEADLINE}:\n\n  ${source.slice(start, end)}\n`;
  } catch {
    // The source is not a file, or no longer exists.
    return HEADLINE;
  }
}
