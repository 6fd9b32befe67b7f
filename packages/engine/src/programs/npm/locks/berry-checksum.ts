import { crc32 } from 'devonz-engine-protocol/crc-32';
import { gunzip, readArchive } from '../registry/read-archive.ts';

/** The time yarn sets for every file of its archives, in zip's format: 1984-06-22 21:50. */
const dosTime = 0xae40;
const dosDate = 0x08d6;
const folderMode = 0o40755;

interface ZipEntry {
  name: Uint8Array;
  content: Uint8Array;
  crc: number;
  mode: number;
  offset: number;
}

/** Returns yarn 4's checksum of a package: that of the uncompressed zip it creates from the registry's archive, byte for byte. */
export async function berryChecksum(packageName: string, archive: Uint8Array): Promise<string> {
  const zip = zipOf(packageName, await gunzip(archive));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-512', zip));
  return `10c0/${[...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function zipOf(packageName: string, tar: Uint8Array): Uint8Array<ArrayBuffer> {
  const entries = new Map<string, ZipEntry>();
  const encoder = new TextEncoder();
  const add = (path: string, content: Uint8Array, mode: number) => {
    entries.set(path, { name: encoder.encode(path), content, crc: crc32(content), mode, offset: 0 });
  };
  const addFolders = (path: string) => {
    const names = path.split('/').slice(0, -1);
    for (let depth = 1; depth <= names.length; depth += 1) {
      const folder = `${names.slice(0, depth).join('/')}/`;
      if (!entries.has(folder)) add(folder, new Uint8Array(), folderMode);
    }
  };
  for (const { path, content, isExecutable } of readArchive(tar)) {
    const full = `node_modules/${packageName}/${path}`;
    addFolders(full);
    add(full, content, isExecutable ? 0o100755 : 0o100644);
  }
  return joinZip([...entries.values()]);
}

function joinZip(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const size = entries.reduce((total, { name, content }) => total + 30 + 46 + 2 * name.length + content.length, 22);
  const zip = new Uint8Array(size);
  const view = new DataView(zip.buffer);
  let at = 0;
  for (const entry of entries) {
    entry.offset = at;
    view.setUint32(at, 0x04034b50, true);
    writeCommon(view, at + 4, entry);
    zip.set(entry.name, at + 30);
    zip.set(entry.content, at + 30 + entry.name.length);
    at += 30 + entry.name.length + entry.content.length;
  }
  const directory = at;
  for (const entry of entries) {
    view.setUint32(at, 0x02014b50, true);
    // Created by zip 6.3 on Unix.
    view.setUint16(at + 4, 0x033f, true);
    writeCommon(view, at + 6, entry);
    view.setUint32(at + 38, entry.mode * 0x10000, true);
    view.setUint32(at + 42, entry.offset, true);
    zip.set(entry.name, at + 46);
    at += 46 + entry.name.length;
  }
  view.setUint32(at, 0x06054b50, true);
  view.setUint16(at + 8, entries.length, true);
  view.setUint16(at + 10, entries.length, true);
  view.setUint32(at + 12, at - directory, true);
  view.setUint32(at + 16, directory, true);
  return zip;
}

/** Writes the fields shared by both headers of an entry. */
function writeCommon(view: DataView, at: number, { name, content, crc, mode }: ZipEntry): void {
  view.setUint16(at, mode === folderMode ? 20 : 10, true);
  view.setUint16(at + 2, name.some((byte) => byte > 127) ? 0x800 : 0, true);
  view.setUint16(at + 6, dosTime, true);
  view.setUint16(at + 8, dosDate, true);
  view.setUint32(at + 10, crc, true);
  view.setUint32(at + 14, content.length, true);
  view.setUint32(at + 18, content.length, true);
  view.setUint16(at + 22, name.length, true);
}
