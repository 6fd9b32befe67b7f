export interface ArchiveFile {
  /** Relative, with the archive's first folder removed, without `.` and `..`. */
  path: string;
  content: Uint8Array;
  isExecutable: boolean;
}

const blockSize = 512;

function readText(block: Uint8Array, start: number, length: number): string {
  const field = block.subarray(start, start + length);
  const end = field.indexOf(0);
  return new TextDecoder().decode(end === -1 ? field : field.subarray(0, end));
}

/** Octal digits, or big-endian binary when the first bit is set (files over 8 GB; never ours). */
function readNumber(block: Uint8Array, start: number, length: number): number {
  const text = readText(block, start, length).trim();
  return text === '' ? 0 : Number.parseInt(text, 8);
}

/** pax records: `<length> <key>=<value>\n`. */
function readPaxRecords(content: Uint8Array): Map<string, string> {
  const records = new Map<string, string>();
  const decoder = new TextDecoder();
  for (let offset = 0; offset < content.length; ) {
    const space = content.indexOf(32, offset);
    if (space === -1) break;
    const length = Number.parseInt(decoder.decode(content.subarray(offset, space)), 10);
    if (!(length > 0)) break;
    const record = decoder.decode(content.subarray(space + 1, offset + length - 1));
    const equals = record.indexOf('=');
    if (equals > 0) records.set(record.slice(0, equals), record.slice(equals + 1));
    offset += length;
  }
  return records;
}

/** The path below the archive's own first folder (`package/`); null for what would leave it or is the folder itself. */
function pathInPackage(path: string): string | null {
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.length < 2 || segments.includes('..')) return null;
  return segments.slice(1).join('/');
}

/** Reads a tar archive (ustar, pax, GNU long names). Only plain files matter in a package; links are refused as npm does. */
export function* readArchive(archive: Uint8Array): Generator<ArchiveFile> {
  let longName: string | null = null;
  let globalPath: string | null = null;
  for (let offset = 0; offset + blockSize <= archive.length; ) {
    const header = archive.subarray(offset, offset + blockSize);
    if (header[0] === 0) break;
    const size = readNumber(header, 124, 12);
    const type = String.fromCharCode(header[156] ?? 0);
    const start = offset + blockSize;
    if (start + size > archive.length)
      throw new RangeError(`The archive ends in the middle of an entry (${start + size} of ${archive.length} bytes).`);
    const content = archive.subarray(start, start + size);
    offset = start + Math.ceil(size / blockSize) * blockSize;
    if (type === 'x') longName = readPaxRecords(content).get('path') ?? longName;
    else if (type === 'g') globalPath = readPaxRecords(content).get('path') ?? globalPath;
    else if (type === 'L') longName = readText(content, 0, content.length);
    else {
      const prefix = readText(header, 257, 5) === 'ustar' ? readText(header, 345, 155) : '';
      const shortName = readText(header, 0, 100);
      const path = pathInPackage(longName ?? globalPath ?? (prefix === '' ? shortName : `${prefix}/${shortName}`));
      longName = null;
      if (path !== null && (type === '0' || type === '\0' || type === '7') && !path.endsWith('/')) {
        yield { path, content, isExecutable: (readNumber(header, 100, 8) & 0o111) !== 0 };
      }
    }
  }
}

/** Undoes gzip; what is not gzipped comes back as it is. */
export async function gunzip(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes.slice()]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
