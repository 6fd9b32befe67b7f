import { parse } from 'acorn';
import { locateSyntaxError } from './syntax-error-place.ts';

/** Adds the location found by acorn to the compiler's own message, because the compiler does not expose the location. */
export function locateCompileError(error: SyntaxError, source: string, file: string): SyntaxError {
  try {
    parse(source, { ecmaVersion: 'latest', sourceType: 'script', allowHashBang: true, allowReturnOutsideFunction: true });
    return error;
  } catch (parseError) {
    if (!(parseError instanceof SyntaxError)) return error;
    parseError.message = error.message;
    return locateSyntaxError(parseError, source, file);
  }
}
