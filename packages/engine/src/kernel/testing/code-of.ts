import { SystemError } from '../../abi/system-calls.ts';

/** The code of the system error that the operation throws; 'done' where it throws nothing. */
export function codeOf(operation: () => unknown): string {
  try {
    operation();
  } catch (error) {
    if (error instanceof SystemError) return error.code;
    throw error;
  }
  return 'done';
}
