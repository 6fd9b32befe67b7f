/** One entry of a zip archive's directory. */
export interface ZipEntry {
  name: string;
  method: number;
  packedSize: number;
  size: number;
  crc: number;
  /** Milliseconds. */
  modifiedAt: number;
  /** Includes the bits of the file type; 0 if the archive was not made on Unix. */
  mode: number;
}

const DIRECTORY_END = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const TIMESTAMP = 0x5455;
const UNIX = 3;

export function isLinkMode(mode: number): boolean {
  return (mode & 0o170000) === 0o120000;
}

/** Returns the central directory of an archive by name, which fflate leaves out of its result. Empty if there is none. */
export function readZipDirectory(bytes: Uint8Array): Map<string, ZipEntry> {
  const entries = new Map<string, ZipEntry>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== DIRECTORY_END) end -= 1;
  if (end < 0) return entries;
  let at = view.getUint32(end + 16, true);
  while (at + 46 <= end && view.getUint32(at, true) === DIRECTORY_ENTRY) {
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    const extra = at + 46 + nameLength;
    const isUnix = view.getUint8(at + 5) === UNIX;
    entries.set(name, {
      name,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      modifiedAt: timestamp(view, extra, extra + extraLength) ?? dosTime(view.getUint16(at + 14, true), view.getUint16(at + 12, true)),
      mode: isUnix ? view.getUint32(at + 38, true) >>> 16 : 0,
    });
    at = extra + extraLength + view.getUint16(at + 32, true);
  }
  return entries;
}

/** Returns the time of the Unix timestamp field that Info-ZIP adds. */
function timestamp(view: DataView, start: number, end: number): number | null {
  for (let at = start; at + 9 <= end; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) === TIMESTAMP && (view.getUint8(at + 4) & 1) !== 0) return view.getInt32(at + 5, true) * 1000;
  }
  return null;
}

/** Local time with a resolution of two seconds. */
function dosTime(date: number, time: number): number {
  return new Date((date >> 9) + 1980, ((date >> 5) & 15) - 1, date & 31, time >> 11, (time >> 5) & 63, (time & 31) * 2).getTime();
}
