import { plainText } from '../../shell/plain-text.ts';
import { LostError } from '../ssh-error.ts';

/** Node's texts for the codes that are used here. */
const texts = {
  EACCES: 'permission denied',
  EEXIST: 'file already exists',
  EFBIG: 'file too large',
  EINVAL: 'invalid argument',
  EIO: 'i/o error',
  EISDIR: 'illegal operation on a directory',
  ELOOP: 'too many symbolic links encountered',
  ENOENT: 'no such file or directory',
  ENOTDIR: 'not a directory',
  ENOTEMPTY: 'directory not empty',
  ENOTSUP: 'operation not supported on socket',
} as const;

export type FileErrorCode = keyof typeof texts;

/** An error as Node's `fs` throws it. */
export class FileError extends Error {
  constructor(
    readonly code: FileErrorCode,
    readonly syscall: string,
    readonly path: string,
    detail = '',
  ) {
    super(`${code}: ${texts[code]}${detail === '' ? '' : ` (${detail})`}, ${syscall} '${path}'`);
  }
}

export function isFileError(error: unknown, code: FileErrorCode): boolean {
  return error instanceof FileError && error.code === code;
}

/** The status numbers of SFTP, version 3. */
const codes: Record<number, FileErrorCode> = { 2: 'ENOENT', 3: 'EACCES', 5: 'EINVAL', 8: 'ENOTSUP' };
export const endOfFile = 1;

/** Version 3 has one status number for all other failures; a caller that needs the reason must find it out. */
export function fileErrorOf(error: Error & { code?: unknown }, syscall: string, path: string): Error {
  if (error instanceof LostError || error instanceof FileError) return error;
  const code = typeof error.code === 'number' ? codes[error.code] : undefined;
  return new FileError(code ?? 'EIO', syscall, path, code === undefined ? plainText(error.message, { limit: 200 }) : '');
}
