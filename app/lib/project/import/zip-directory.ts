import { because } from '../../protocol/texts/reason.ts';
import { HIGHEST_RATIO, MOST_ENTRIES, RATIO_MATTERS_FROM } from './import-limits.ts';
import { ImportProblem } from './import-source.ts';
import { extraField } from './zip-extra-field.ts';
import { zipName } from './zip-name.ts';

export interface ZipEntry {
  /** Parts are separated by `/`; a folder's name ends with one. */
  name: string;
  method: number;
  isEncrypted: boolean;
  checksum: number;
  packedSize: number;
  size: number;
  /** Position of its local header. */
  offset: number;
  /** Unix file mode; 0 if the archive was made on another system. */
  mode: number;
}

const END_OF_DIRECTORY = 0x06054b50;
const END_OF_DIRECTORY_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const DIRECTORY_ENTRY = 0x02014b50;
const END_SIZE = 22;
const ENTRY_SIZE = 46;
const LOCAL_SIZE = 30;
/** Marks a size or position that is in the extra field instead. */
const ELSEWHERE = 0xffffffff;
const UNIX = 3;

const BROKEN = because('The archive is damaged, or is not a zip file');

/**
 * Reads the archive's directory without unpacking anything. Throws an `ImportProblem` if it is not an archive or is a zip bomb.
 * `languages`: the user's.
 */
export function readZipDirectory(archive: Uint8Array, languages: readonly string[] = []): ZipEntry[] {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = findEnd(view);
  const { count, size, offset } = directoryPlace(view, end);
  if (count > MOST_ENTRIES) throw tooManyEntries(count);
  // Data before the archive (a self-extracting program) shifts every position in it.
  const shift = end.before - size - offset;
  if (shift < 0 || size > end.before) throw new ImportProblem(BROKEN);
  const entries: ZipEntry[] = [];
  let at = offset + shift;
  // The entry count is not used: a writer with more than 65,535 entries stores only its low 16 bits.
  while (at + ENTRY_SIZE <= end.before && view.getUint32(at, true) === DIRECTORY_ENTRY) {
    if (entries.length === MOST_ENTRIES) throw tooManyEntries(entries.length + 1);
    const { entry, next } = readEntry(view, at, { shift, languages });
    if (next > end.before) throw new ImportProblem(BROKEN);
    entries.push(entry);
    at = next;
  }
  const isWide = end.before !== end.at;
  if (isWide ? entries.length !== count : (entries.length & 0xffff) !== count) throw new ImportProblem(BROKEN);
  checkHarm(entries, archive.byteLength);
  return withFolders(entries);
}

function tooManyEntries(count: number): ImportProblem {
  return new ImportProblem(because('The archive has {count} entries; at most {most} are looked at', { count, most: MOST_ENTRIES }));
}

/** Windows programs may claim to be Unix: if all separators are backslashes and there are no slashes, backslashes separate folders. */
function withFolders(entries: ZipEntry[]): ZipEntry[] {
  if (entries.some(({ name }) => name.includes('/'))) return entries;
  return entries.map((entry) => ({ ...entry, name: entry.name.replaceAll('\\', '/') }));
}

/** `before`: position where the directory ends. */
function findEnd(view: DataView): { at: number; before: number } {
  const lowest = Math.max(0, view.byteLength - END_SIZE - 0xffff);
  for (let at = view.byteLength - END_SIZE; at >= lowest; at--) {
    if (view.getUint32(at, true) !== END_OF_DIRECTORY) continue;
    // An archive comment may contain bytes that look like an end record.
    if (at + END_SIZE + view.getUint16(at + 20, true) > view.byteLength) continue;
    return { at, before: end64(view, at) ?? at };
  }
  throw new ImportProblem(BROKEN);
}

/** Position of the end record of a zip64 archive; null if there is none. */
function end64(view: DataView, end: number): number | null {
  const locator = end - 20;
  if (locator < 0 || view.getUint32(locator, true) !== LOCATOR_64) return null;
  // The record is directly before its locator unless it has been extended.
  for (const at of [Number(view.getBigUint64(locator + 8, true)), locator - 56])
    if (at >= 0 && at + 56 <= locator && view.getUint32(at, true) === END_OF_DIRECTORY_64) return at;
  throw new ImportProblem(BROKEN);
}

function directoryPlace(view: DataView, { at, before }: { at: number; before: number }) {
  if (before !== at) {
    const number = (from: number) => Number(view.getBigUint64(before + from, true));
    return { count: number(32), size: number(40), offset: number(48) };
  }
  return { count: view.getUint16(at + 10, true), size: view.getUint32(at + 12, true), offset: view.getUint32(at + 16, true) };
}

function readEntry(
  view: DataView,
  at: number,
  { shift, languages }: { shift: number; languages: readonly string[] },
): { entry: ZipEntry; next: number } {
  const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => view.getUint16(at + field, true)) as [
    number,
    number,
    number,
  ]; // The tuple has as many values as were requested.
  const next = at + ENTRY_SIZE + nameLength + extraLength + commentLength;
  if (next > view.byteLength) throw new ImportProblem(BROKEN);
  const bytes = (from: number, length: number) => new Uint8Array(view.buffer, view.byteOffset + from, length);
  const extra = bytes(at + ENTRY_SIZE + nameLength, extraLength);
  const flags = view.getUint16(at + 8, true);
  const system = view.getUint8(at + 5);
  const sizes = wideFields(extra, [view.getUint32(at + 24, true), view.getUint32(at + 20, true), view.getUint32(at + 42, true)]);
  const entry: ZipEntry = {
    name: zipName({ bytes: bytes(at + ENTRY_SIZE, nameLength), extra, isUtf8: (flags & 0x800) !== 0, isUnix: system === UNIX, languages }),
    method: view.getUint16(at + 10, true),
    isEncrypted: (flags & 0x1) !== 0,
    checksum: view.getUint32(at + 16, true),
    size: sizes[0],
    packedSize: sizes[1],
    offset: sizes[2] + shift,
    mode: system === UNIX ? view.getUint32(at + 38, true) >>> 16 : 0,
  };
  return { entry, next };
}

type ThreeFields = [size: number, packedSize: number, offset: number];

/** Values that are too large for their fields are in the extra field, in this order. */
function wideFields(extra: Uint8Array, fields: ThreeFields): ThreeFields {
  if (!fields.includes(ELSEWHERE)) return fields;
  const wide = extraField(extra, 0x0001);
  let at = 0;
  const widened = fields.map((field) => {
    if (field !== ELSEWHERE || wide === null || at + 8 > wide.byteLength) return field;
    at += 8;
    return Number(new DataView(wide.buffer, wide.byteOffset + at - 8, 8).getBigUint64(0, true));
  });
  return widened as ThreeFields; // One value per field.
}

/** Overlapping entries and compression ratios above a hundred are how a tiny archive fills a disk. */
function checkHarm(entries: readonly ZipEntry[], archiveSize: number): void {
  let unpacked = 0;
  let used = 0;
  for (const entry of entries.toSorted((a, b) => a.offset - b.offset)) {
    if (entry.offset < used)
      throw new ImportProblem(
        because('Entries of the archive share their bytes, as in an archive made to fill the disk. It was not unpacked'),
      );
    used = entry.offset + LOCAL_SIZE + entry.packedSize;
    if (used > archiveSize) throw new ImportProblem(BROKEN);
    unpacked += entry.size;
  }
  if (unpacked > RATIO_MATTERS_FROM && unpacked / archiveSize > HIGHEST_RATIO)
    throw new ImportProblem(
      because('The archive would unpack to {times} times its size, as one made to fill the disk. It was not unpacked', {
        times: Math.round(unpacked / archiveSize),
      }),
    );
}
