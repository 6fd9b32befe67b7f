import type { ZipInputFile } from 'fflate';
import { numberText } from '../../i18n/number-text.ts';
import { t } from '../../i18n/t.ts';
import { archiveNames } from './archive-names.ts';
import type { ExportedEntry } from './exported-entry.ts';

/** Files compressed in parallel: the browser uses its own threads. */
const AT_ONCE = 16;
/** DEFLATE. */
const METHOD = 8;
/** Gzip header before the compressed data. In bytes. */
const HEAD = 10;
const TAIL = 8;
/** Limits of a zip without the zip64 extension. */
const MOST_ENTRIES = 65_000;
const MOST_BYTES = 2 * 1024 ** 3;

const UNIX = 3;
/** MS-DOS marks folders with a separate bit in the low half of the attributes. */
const FOLDER_ATTRIBUTES = (0o040755 << 16) | 0x10;
const LINK_ATTRIBUTES = 0o120777 << 16;
const FILE_ATTRIBUTES = 0o100644 << 16;
const PROGRAM_ATTRIBUTES = 0o100755 << 16;

/** Builds a zip archive. The browser compresses outside the page's thread; fflate, which lays out the archive, is loaded with the first export. */
export async function zipFiles(entries: readonly ExportedEntry[]): Promise<Blob> {
  if (entries.length > MOST_ENTRIES)
    throw new Error(
      t('these are {count} files, and a zip takes {most}', { count: numberText(entries.length), most: numberText(MOST_ENTRIES) }),
    );
  const { Zip } = await import('fflate');
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const archive = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part as Uint8Array<ArrayBuffer>); // These buffers are never shared memory.
  });
  const names = archiveNames(entries.map(({ path }) => path));
  let bytes = 0;
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    const packed = await Promise.all(entries.slice(at, at + AT_ONCE).map(pack));
    for (const [index, file] of packed.entries()) {
      if (file === null) continue;
      bytes += file.compressed.byteLength;
      if (bytes > MOST_BYTES) throw new Error(t('it is larger than the 2 GB that a zip can be here'));
      const { compressed, ...facts } = file;
      const name = names[at + index] ?? '';
      const input: ZipInputFile = { ...facts, filename: file.isFolder ? `${name}/` : name, os: UNIX, compression: METHOD, flag: 0 };
      archive.add(input);
      input.ondata?.(null, compressed, true);
    }
  }
  archive.end();
  return new Blob(parts, { type: 'application/zip' });
}

interface PackedEntry {
  compressed: Uint8Array<ArrayBuffer>;
  size: number;
  crc: number;
  attrs: number;
  isFolder: boolean;
}

/** Returns null if the file is gone since it was listed. */
async function pack(entry: ExportedEntry): Promise<PackedEntry | null> {
  const content = await contentOf(entry);
  if (content === null) return null;
  // Gzip, because it includes the checksum.
  const stream = new Blob([new Uint8Array(content)]).stream().pipeThrough(new CompressionStream('gzip'));
  const gzip = new Uint8Array(await new Response(stream).arrayBuffer());
  const compressed = gzip.subarray(HEAD, -TAIL);
  const crc = new DataView(gzip.buffer).getUint32(gzip.byteLength - TAIL, true);
  return { compressed, size: content.byteLength, crc, attrs: attributesOf(entry, content), isFolder: entry.kind === 'folder' };
}

async function contentOf(entry: ExportedEntry): Promise<Uint8Array | null> {
  if (entry.kind === 'folder') return new Uint8Array(0);
  return entry.kind === 'link' ? new TextEncoder().encode(entry.target) : entry.read();
}

function attributesOf(entry: ExportedEntry, content: Uint8Array): number {
  if (entry.kind === 'folder') return FOLDER_ATTRIBUTES;
  if (entry.kind === 'link') return LINK_ATTRIBUTES;
  return entry.isExecutable || isScript(content) ? PROGRAM_ATTRIBUTES : FILE_ATTRIBUTES;
}

/** A file that starts with `#!`. File modes are lost with the runtime, but scripts of an imported project must stay executable. */
function isScript([first, second]: Uint8Array): boolean {
  return first === 0x23 && second === 0x21;
}
