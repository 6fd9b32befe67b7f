import type { ZipInputFile } from 'fflate';
import { numberText } from '../../i18n/number-text.ts';
import { t } from '../../i18n/t.ts';
import { archiveNames } from './archive-names.ts';
import type { ExportedEntry } from './exported-entry.ts';

/** Compressed at once: the browser does so in threads of its own. */
const AT_ONCE = 16;
/** DEFLATE. */
const METHOD = 8;
/** Of gzip, around what is compressed. Bytes. */
const HEAD = 10;
const TAIL = 8;
/** What a zip without its later extensions has room for. */
const MOST_ENTRIES = 65_000;
const MOST_BYTES = 2 * 1024 ** 3;

const UNIX = 3;
/** MS-DOS has a bit of its own for a folder, in the low half of the attributes. */
const FOLDER_ATTRIBUTES = (0o040755 << 16) | 0x10;
const LINK_ATTRIBUTES = 0o120777 << 16;
const FILE_ATTRIBUTES = 0o100644 << 16;
const PROGRAM_ATTRIBUTES = 0o100755 << 16;

/** A zip archive of the entries. The browser compresses, away from the page; fflate, which lays it out, is loaded with the first export. */
export async function zipFiles(entries: readonly ExportedEntry[]): Promise<Blob> {
  if (entries.length > MOST_ENTRIES)
    throw new Error(
      t('these are {count} files, and a zip takes {most}', { count: numberText(entries.length), most: numberText(MOST_ENTRIES) }),
    );
  const { Zip } = await import('fflate');
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const archive = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part as Uint8Array<ArrayBuffer>); // No memory here is shared.
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

/** null: it is gone since it was listed. */
async function pack(entry: ExportedEntry): Promise<PackedEntry | null> {
  const content = await contentOf(entry);
  if (content === null) return null;
  // Gzip, as it brings the checksum with it.
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

/** It names the program that runs it. Modes end with the runtime, and a script of an imported project is to run where it comes out. */
function isScript([first, second]: Uint8Array): boolean {
  return first === 0x23 && second === 0x21;
}
