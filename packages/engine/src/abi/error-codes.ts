import { SystemError } from './system-calls.ts';

/** Linux's error numbers, with Node's descriptions (`ENOENT: no such file or directory, open '/x'`). */
export const errorCodes: ReadonlyMap<string, { errno: number; description: string }> = new Map(
  (
    [
      ['EPERM', 1, 'operation not permitted'],
      ['ENOENT', 2, 'no such file or directory'],
      ['ESRCH', 3, 'no such process'],
      ['EINTR', 4, 'interrupted system call'],
      ['EIO', 5, 'i/o error'],
      ['E2BIG', 7, 'argument list too long'],
      ['ENOEXEC', 8, 'exec format error'],
      ['EBADF', 9, 'bad file descriptor'],
      ['ECHILD', 10, 'no child processes'],
      ['EAGAIN', 11, 'resource temporarily unavailable'],
      ['EACCES', 13, 'permission denied'],
      ['EBUSY', 16, 'resource busy or locked'],
      ['EEXIST', 17, 'file already exists'],
      ['EXDEV', 18, 'cross-device link not permitted'],
      ['ENOTDIR', 20, 'not a directory'],
      ['EISDIR', 21, 'illegal operation on a directory'],
      ['EINVAL', 22, 'invalid argument'],
      ['EMFILE', 24, 'too many open files'],
      ['ENOTTY', 25, 'inappropriate ioctl for device'],
      ['EFBIG', 27, 'file too large'],
      ['ENOSPC', 28, 'no space left on device'],
      ['ESPIPE', 29, 'invalid seek'],
      ['EPIPE', 32, 'broken pipe'],
      ['ENAMETOOLONG', 36, 'name too long'],
      ['ENOSYS', 38, 'function not implemented'],
      ['ENOTEMPTY', 39, 'directory not empty'],
      ['ELOOP', 40, 'too many symbolic links encountered'],
      ['ENOTSOCK', 88, 'socket operation on non-socket'],
      ['EADDRINUSE', 98, 'address already in use'],
      ['ECONNRESET', 104, 'connection reset by peer'],
      ['ENOBUFS', 105, 'no buffer space available'],
      ['ENOTCONN', 107, 'socket is not connected'],
      ['ETIMEDOUT', 110, 'connection timed out'],
      ['ECONNREFUSED', 111, 'connection refused'],
    ] as const
  ).map(([code, errno, description]) => [code, { errno, description }]),
);

/** The index in this list represents a plain error of that code on the wire. */
export const errorNames: readonly string[] = [...errorCodes.keys()];

const plainErrors = new Map<string, SystemError>();

/**
 * Returns the plain error of that code. It is shared, because it has no stack or other details: programs look for thousands of files that
 * do not exist, and creating an error costs more than the lookup.
 */
export function systemError(code: string): SystemError {
  const known = plainErrors.get(code);
  if (known !== undefined) return known;
  const made = withoutStack(code, errorCodes.get(code)?.description ?? 'unknown error');
  plainErrors.set(code, made);
  return made;
}

/**
 * Creates an error without a stack. Programs look for thousands of files that do not exist, and the place in the kernel where the error was
 * created is never shown; capturing the stack would be most of the cost of such a call.
 */
export function withoutStack(code: string, message: string): SystemError {
  // Specific to V8, so the language's types omit it.
  const settings = Error as unknown as { stackTraceLimit?: number };
  const limit = settings.stackTraceLimit;
  settings.stackTraceLimit = 0;
  const error = new SystemError(code, message);
  if (limit === undefined) delete settings.stackTraceLimit;
  else settings.stackTraceLimit = limit;
  return error;
}
