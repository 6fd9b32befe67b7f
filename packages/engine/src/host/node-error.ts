import { errorCodes } from '../abi/error-codes.ts';
import { SystemError } from '../abi/system-calls.ts';

/** Runs `work`, and rewords a kernel error as Node does: `ENOENT: no such file or directory, open '/x'`. */
export function withNodeErrors<T>(syscall: string, paths: readonly string[], work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof SystemError ? toNodeError(error, syscall, paths) : error;
  }
}

export function toNodeError(error: SystemError, syscall: string, paths: readonly string[]): Error {
  const description = errorCodes.get(error.code)?.description ?? error.message;
  const where = paths.map((path) => `'${path}'`).join(' -> ');
  // The wire preserves only the message, name and stack of an error.
  return Object.assign(new Error(`${error.code}: ${description}, ${syscall}${where === '' ? '' : ` ${where}`}`), { code: error.code });
}
