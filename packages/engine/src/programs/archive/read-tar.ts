/** One member of an archive, as described by its header. */
export interface TarEntry {
  path: string;
  /** `0`, NUL and `7` are files, `1` hard links, `2` symbolic links, `5` folders; the content of other types does not matter here. */
  type: string;
  mode: number;
  /** Seconds. */
  modifiedAt: number;
  /** The target of a link. */
  target: string;
  /** A view of the archive's own bytes. */
  content: Uint8Array;
}

export const TAR_BLOCK = 512;

interface LongNames {
  path?: string;
  target?: string;
}

/** Reads a tar archive: ustar, with the long names of pax and GNU. Throws if a header is invalid or the archive ends within a member. */
export function* readTar(archive: Uint8Array): Generator<TarEntry> {
  let long: LongNames = {};
  let everywhere: LongNames = {};
  for (let offset = 0; offset + TAR_BLOCK <= archive.length; ) {
    const header = archive.subarray(offset, offset + TAR_BLOCK);
    if (header[0] === 0) return;
    const size = readNumber(header, 124, 12, 0);
    if (Number.isNaN(size) || !isChecksumRight(header)) throw new Error('This does not look like a tar archive');
    const start = offset + TAR_BLOCK;
    if (start + size > archive.length)
      throw new RangeError(`The archive ends in the middle of an entry (${start + size} of ${archive.length} bytes).`);
    const content = archive.subarray(start, start + size);
    offset = start + Math.ceil(size / TAR_BLOCK) * TAR_BLOCK;
    const type = String.fromCharCode(header[156] ?? 0);
    if (type === 'x') long = { ...long, ...paxNames(content) };
    else if (type === 'g') everywhere = { ...everywhere, ...paxNames(content) };
    else if (type === 'L') long.path = readText(content, 0, content.length);
    else if (type === 'K') long.target = readText(content, 0, content.length);
    else {
      yield {
        path: long.path ?? everywhere.path ?? shortPath(header),
        type,
        mode: readNumber(header, 100, 8, 0o644) & 0o777,
        modifiedAt: readNumber(header, 136, 12, 0),
        target: long.target ?? everywhere.target ?? readText(header, 157, 100),
        content,
      };
      long = {};
    }
  }
}

function shortPath(header: Uint8Array): string {
  const prefix = readText(header, 257, 5) === 'ustar' ? readText(header, 345, 155) : '';
  const name = readText(header, 0, 100);
  return prefix === '' ? name : `${prefix}/${name}`;
}

function readText(block: Uint8Array, start: number, length: number): string {
  const field = block.subarray(start, start + length);
  const end = field.indexOf(0);
  return new TextDecoder().decode(end === -1 ? field : field.subarray(0, end));
}

/** Parses octal digits; returns NaN for anything else. */
function readNumber(block: Uint8Array, start: number, length: number, missing: number): number {
  const text = readText(block, start, length).trim();
  return text === '' ? missing : Number.parseInt(text, 8);
}

/** Verifies the sum of the header's bytes, in which the checksum field itself counts as blanks. */
function isChecksumRight(header: Uint8Array): boolean {
  let sum = 0;
  for (const [index, byte] of header.entries()) sum += index >= 148 && index < 156 ? 32 : byte;
  return sum === readNumber(header, 148, 8, Number.NaN);
}

/** Reads pax records (`<length> <key>=<value>\n`), of which only the names matter. */
function paxNames(content: Uint8Array): LongNames {
  const names: LongNames = {};
  const decoder = new TextDecoder();
  for (let offset = 0; offset < content.length; ) {
    const space = content.indexOf(32, offset);
    if (space === -1) break;
    const length = Number.parseInt(decoder.decode(content.subarray(offset, space)), 10);
    if (!(length > 0)) break;
    const record = decoder.decode(content.subarray(space + 1, offset + length - 1));
    const equals = record.indexOf('=');
    const key = record.slice(0, Math.max(0, equals));
    if (key === 'path') names.path = record.slice(equals + 1);
    if (key === 'linkpath') names.target = record.slice(equals + 1);
    offset += length;
  }
  return names;
}
