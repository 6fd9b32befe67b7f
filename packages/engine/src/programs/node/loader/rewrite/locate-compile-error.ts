import { parse } from 'acorn';
import { locateSyntaxError } from './syntax-error-place.ts';

/** The compiler's own message, with the place where acorn stumbled (the compiler does not tell programs the place). */
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
