import type { ZipEntry } from './zip-directory.ts';

/** Of a mode as Unix has it. */
const FILE_TYPE = 0o170000;
const REGULAR = 0o100000;
const LINK = 0o120000;

/** What an entry is by its mode; where that says nothing it is a file. A link's content is where it leads to; `other`: a device and the like. */
export function zipEntryKind({ mode }: ZipEntry): 'file' | 'link' | 'other' {
  const type = mode & FILE_TYPE;
  if (type === 0 || type === REGULAR) return 'file';
  return type === LINK ? 'link' : 'other';
}
