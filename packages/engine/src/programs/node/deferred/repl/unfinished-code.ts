import { parse } from 'acorn';

const ANY_CODE = { ecmaVersion: 'latest', sourceType: 'script', allowHashBang: true, allowAwaitOutsideFunction: true } as const;

/** The error of incomplete code, which the next line may complete. */
export class Recoverable extends SyntaxError {
  constructor(readonly err: unknown) {
    super();
  }
}

export function isValidCode(code: string): boolean {
  try {
    parse(code, ANY_CODE);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether the code fails to parse only because it ends too early, as statements or as an object. */
export function isUnfinished(code: string): boolean {
  return endsTooEarly(code) || (/^\s*\{/.test(code) && !isValidCode(code) && endsTooEarly(`(${code}`));
}

function endsTooEarly(code: string): boolean {
  try {
    parse(code, ANY_CODE);
    return false;
  } catch (error) {
    if (!(error instanceof SyntaxError)) return false;
    // acorn's errors have the offset.
    const { pos = 0, message } = error as SyntaxError & { pos?: number };
    if (/^Unterminated (?:template|comment)/.test(message)) return true;
    // A string continues after a backslash at the end of its line.
    if (message.startsWith('Unterminated string')) return /\\(?:\r\n?|\n|\u2028|\u2029)/.test(code.slice(pos));
    return message.startsWith('Unexpected token') && pos >= code.length;
  }
}

/** Returns the invalid line and a marker below it, as shown above a syntax error, or an empty string if the location is unknown. */
export function wrongPlace(code: string): string {
  try {
    parse(code, ANY_CODE);
    return '';
  } catch (error) {
    const { pos } = error as { pos?: number }; // acorn's errors have the offset.
    if (pos === undefined) return '';
    const start = code.lastIndexOf('\n', pos - 1) + 1;
    const [line = ''] = code.slice(start).split('\n');
    const rest = line.slice(pos - start);
    const token = /^['"]/.test(rest) ? rest : (/^[\w$]+/.exec(rest)?.[0] ?? rest.slice(0, 1));
    return `${line}\n${' '.repeat(pos - start)}${'^'.repeat(Math.max(1, token.length))}\n\n`;
  }
}
