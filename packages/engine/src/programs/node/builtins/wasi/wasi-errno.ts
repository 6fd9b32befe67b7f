import { systemErrorCode } from '../../errors/shape-system-error.ts';

/** `errno` of WASI preview 1: https://github.com/WebAssembly/WASI/blob/wasi-0.1/preview1/docs.md#errno */
export const WasiErrno = {
  SUCCESS: 0,
  BAD_DESCRIPTOR: 8,
  INVALID: 28,
  IO: 29,
  IS_DIRECTORY: 31,
  NOT_IMPLEMENTED: 52,
  NOT_DIRECTORY: 54,
  NOT_SUPPORTED: 58,
  OVERFLOW: 61,
  ILLEGAL_SEEK: 70,
  NOT_CAPABLE: 76,
} as const;

const numbers: ReadonlyMap<string, number> = new Map([
  ['E2BIG', 1],
  ['EACCES', 2],
  ['EADDRINUSE', 3],
  ['EAGAIN', 6],
  ['EBADF', WasiErrno.BAD_DESCRIPTOR],
  ['EBUSY', 10],
  ['ECHILD', 12],
  ['ECONNREFUSED', 14],
  ['ECONNRESET', 15],
  ['EEXIST', 20],
  ['EFBIG', 22],
  ['EINTR', 27],
  ['EINVAL', WasiErrno.INVALID],
  ['EIO', WasiErrno.IO],
  ['EISDIR', WasiErrno.IS_DIRECTORY],
  ['ELOOP', 32],
  ['EMFILE', 33],
  ['ENAMETOOLONG', 37],
  ['ENOENT', 44],
  ['ENOEXEC', 45],
  ['ENOSPC', 51],
  ['ENOSYS', WasiErrno.NOT_IMPLEMENTED],
  ['ENOTCONN', 53],
  ['ENOTDIR', WasiErrno.NOT_DIRECTORY],
  ['ENOTEMPTY', 55],
  ['ENOTSOCK', 57],
  ['ENOTTY', 59],
  ['EPERM', 63],
  ['EPIPE', 64],
  ['ESPIPE', WasiErrno.ILLEGAL_SEEK],
  ['ESRCH', 71],
  ['EXDEV', 75],
]);

/** Thrown by a call that cannot do what was requested. */
export class WasiError extends Error {
  constructor(readonly errno: number) {
    super(`WASI error ${errno}`);
  }
}

/** Returns the errno for an error thrown by a call, or `null` if the error is not one of its own. */
export function wasiErrnoOf(error: unknown): number | null {
  if (error instanceof WasiError) return error.errno;
  // The address is outside the module's memory.
  if (error instanceof RangeError) return WasiErrno.OVERFLOW;
  const code = systemErrorCode(error);
  return code === null ? null : (numbers.get(code) ?? WasiErrno.IO);
}
