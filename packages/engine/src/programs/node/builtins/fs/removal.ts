import type { FileStatus } from '../../../../abi/system-calls.ts';
import { invalidArgumentType } from '../../errors/node-error.ts';
import { createSystemError } from '../../errors/shape-system-error.ts';
import { validateBoolean, validateInt32, validateUint32 } from '../../errors/validate.ts';

/** Validates the options of `rm` and `rmdir`. Removal never needs retries here, but the retry numbers are still checked. */
export function removalOptions(given: unknown): { recursive: boolean; force: boolean } {
  if (given === undefined) return { recursive: false, force: false };
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw invalidArgumentType('options', 'of type object', given);
  const options: { recursive?: unknown; force?: unknown; retryDelay?: unknown; maxRetries?: unknown } = given;
  const { recursive = false, force = false, retryDelay = 100, maxRetries = 0 } = options;
  validateBoolean(force, 'options.force');
  validateBoolean(recursive, 'options.recursive');
  validateInt32(retryDelay, 'options.retryDelay', 0);
  validateUint32(maxRetries, 'options.maxRetries');
  return { recursive, force };
}

export function requireFolder(status: FileStatus, path: string): void {
  if (status.kind !== 'directory') throw createSystemError('ENOTDIR', { syscall: 'rmdir', path });
}
