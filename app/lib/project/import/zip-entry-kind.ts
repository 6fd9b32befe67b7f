import type { ZipEntry } from './zip-directory.ts';

/** The file type bits of a Unix mode. */
const FILE_TYPE = 0o170000;
const REGULAR = 0o100000;
const LINK = 0o120000;

/** The kind of an entry by its mode; without a mode it is a file. A link's content is its target; `other` is a device or the like. */
export function zipEntryKind({ mode }: ZipEntry): 'file' | 'link' | 'other' {
  const type = mode & FILE_TYPE;
  if (type === 0 || type === REGULAR) return 'file';
  return type === LINK ? 'link' : 'other';
}
