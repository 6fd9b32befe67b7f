const DESCRIPTIONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EISDIR: 'illegal operation on a directory',
  ELOOP: 'too many symbolic links encountered',
  EFBIG: 'file too large',
  EINVAL: 'invalid argument',
};

/** Creates an error with Node's code and Node's message: `EISDIR: illegal operation on a directory, open '/x'`. */
export function nodeError(code: keyof typeof DESCRIPTIONS & string, syscall: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${DESCRIPTIONS[code] ?? code}, ${syscall} '${path}'`), { code, syscall, path });
}

export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
