import { invalidArgumentType, outOfRange } from '../../errors/node-error.ts';
import type { NodeProcess } from './node-process.ts';

export type ExitCode = number | string | undefined | null;

/** Validates an exit code like Node: an integer, or its decimal string. */
function checkExitCode(name: string, value: unknown): asserts value is ExitCode {
  if (value === undefined || value === null) return;
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  if (typeof number !== 'number' || (typeof value === 'string' && !Number.isInteger(number)))
    throw invalidArgumentType(name, 'of type number', value);
  if (!Number.isInteger(number)) throw outOfRange(name, 'an integer', value);
}

export function numericCode(code: unknown): number {
  return code === undefined || code === null ? 0 : Number(code) & 0xff;
}

/** Adds `process.exitCode` and `process.exit`. */
export function addExit(process: NodeProcess): void {
  let exitCode: ExitCode;
  Object.defineProperty(process, 'exitCode', {
    configurable: false,
    enumerable: true,
    get: () => exitCode,
    set(value: unknown) {
      checkExitCode('code', value);
      exitCode = value;
    },
  });
  process.exit = (...args: unknown[]): never => {
    const [code] = args;
    if (args.length > 0 && code !== undefined) {
      checkExitCode('code', code);
      process.exitCode = code as number;
    }
    if (!process._exiting) {
      process._exiting = true;
      process.emit('exit', numericCode(process.exitCode));
    }
    // Looked up by name, because programs may replace it.
    const { reallyExit } = process;
    (reallyExit as (code: number) => void)(numericCode(process.exitCode));
    return undefined as never; // Reached only if a program has replaced `reallyExit`.
  };
}
