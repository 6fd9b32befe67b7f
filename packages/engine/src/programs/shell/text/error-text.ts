import { errorMessage } from '../../../text/error-message.ts';

/** The C library's text for an error code, as the GNU tools print it. */
const errorTexts = new Map([
  ['ENOENT', 'No such file or directory'],
  ['EISDIR', 'Is a directory'],
  ['ENOTDIR', 'Not a directory'],
  ['EACCES', 'Permission denied'],
  ['EPERM', 'Operation not permitted'],
  ['EEXIST', 'File exists'],
  ['ENOTEMPTY', 'Directory not empty'],
  ['EINVAL', 'Invalid argument'],
  ['ELOOP', 'Too many levels of symbolic links'],
  ['EXDEV', 'Invalid cross-device link'],
  ['EBADF', 'Bad file descriptor'],
  ['EPIPE', 'Broken pipe'],
  ['EROFS', 'Read-only file system'],
  ['EMFILE', 'Too many open files'],
  ['ENOSPC', 'No space left on device'],
  ['ENAMETOOLONG', 'File name too long'],
  ['ESRCH', 'No such process'],
  ['ECHILD', 'No child processes'],
  ['ECONNREFUSED', 'Connection refused'],
  ['ENOEXEC', 'Exec format error'],
  ['EADDRINUSE', 'Address already in use'],
]);

/** Returns the text to show for any thrown value. */
export function errorText(error: unknown): string {
  const code = errorCode(error);
  const known = code === null ? undefined : errorTexts.get(code);
  if (known !== undefined) return known;
  return errorMessage(error);
}

/** Returns the Node code of a system error, or null for anything else. */
export function errorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
