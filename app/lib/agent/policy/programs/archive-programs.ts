import { because, type Reason } from '../../../protocol/texts/reason.ts';
import type { ReadArguments } from '../parse/arguments.ts';
import { type ProgramEntry, programs } from './program-entry.ts';

const OTHERWISE = because('it writes files past the file approval');

/** Archive programs, as far as they only list the content of an archive; everything else asks. */
export const ARCHIVE_PROGRAMS: readonly (readonly [string, ProgramEntry])[] = [
  ...programs('tar bsdtar', {
    operands: 'read',
    isClosed: true,
    flags: 't v z j J list f=read file=read verbose gzip bzip2 xz',
    check: (read) => listsOnly(read, read.flags.has('t') || read.flags.has('list') || isBundle(read, /^[vzjJ]*t[vzjJ]*f?[vzjJ]*$/)),
  }),
  ...programs('jar', {
    operands: 'read',
    isClosed: true,
    flags: 't v list f=read file=read verbose',
    check: (read) => listsOnly(read, read.flags.has('t') || read.flags.has('list') || isBundle(read, /^v?tv?fv?$/)),
  }),
  ...programs('unzip', {
    operands: 'read',
    isClosed: true,
    flags: 'l v q',
    check: (read) => listsOnly(read, read.flags.has('l') || read.flags.has('v')),
  }),
  ...programs('zipinfo', { operands: 'read', isClosed: true, flags: '1 2 s m l h t', check: (read) => listsOnly(read, true) }),
  ...programs('gzip xz zstd', {
    operands: 'read',
    isClosed: true,
    flags: 'l v list verbose',
    check: (read) => listsOnly(read, read.flags.has('l') || read.flags.has('list')),
  }),
  ...programs('7z 7za 7zr', { operands: 'read', isClosed: true, check: (read) => listsOnly(read, isBundle(read, /^l$/)) }),
  ...programs('ar', { operands: 'read', isClosed: true, check: (read) => listsOnly(read, isBundle(read, /^-?tv?$/)) }),
];

/** Returns true if the first word, with or without a dash, selects this mode. */
function isBundle({ operands }: ReadArguments, mode: RegExp): boolean {
  return mode.test(operands[0]?.text ?? '');
}

/** A name with a colon is on another machine. */
function listsOnly({ uses, operands }: ReadArguments, isListing: boolean): Reason | null {
  return isListing && operands.every(({ kind }) => kind === 'literal') && uses.every(({ value }) => !/[:@]/.test(value)) ? null : OTHERWISE;
}
