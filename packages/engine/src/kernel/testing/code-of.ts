import { SystemError } from '../../abi/system-calls.ts';

/** Returns the code of the system error that the operation throws, or 'done' if it does not throw. */
export function codeOf(operation: () => unknown): string {
  try {
    operation();
  } catch (error) {
    if (error instanceof SystemError) return error.code;
    throw error;
  }
  return 'done';
}
