import { crc32 } from 'devonz-engine-protocol/crc-32';
import { Inflate, inflateSync } from 'fflate';
import { because } from '../../protocol/texts/reason.ts';
import { ImportProblem } from './import-source.ts';
import type { ZipEntry } from './zip-directory.ts';

const LOCAL_HEADER = 0x04034b50;
const LOCAL_SIZE = 30;
/** Entries up to this size are unpacked at once into a buffer of fixed size. In bytes. */
const SMALL = 256 * 1024;
/** Packed bytes per step: the result of one step, at most a thousand times larger, is counted before the next. */
const SLICE = 16 * 1024;

const DAMAGED = because('is damaged in the archive');

/** Unpacks an entry: never more than its directory record says, and only if its checksum is correct. */
export function unpackEntry(archive: Uint8Array, entry: ZipEntry): Uint8Array {
  const packed = packedBytes(archive, entry);
  const content = entry.method === 0 ? packed.slice() : inflated(packed, entry.size);
  if (content.byteLength !== entry.size || crc32(content) !== entry.checksum) throw new ImportProblem(DAMAGED);
  return content;
}

function isSmall(packedSize: number, size: number): boolean {
  return size <= SMALL && packedSize <= SMALL;
}

function packedBytes(archive: Uint8Array, { offset, packedSize }: ZipEntry): Uint8Array {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  if (offset + LOCAL_SIZE > archive.byteLength || view.getUint32(offset, true) !== LOCAL_HEADER) throw new ImportProblem(DAMAGED);
  const start = offset + LOCAL_SIZE + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + packedSize > archive.byteLength) throw new ImportProblem(DAMAGED);
  return archive.subarray(start, start + packedSize);
}

function inflated(packed: Uint8Array, size: number): Uint8Array {
  try {
    if (packed.byteLength === 0) return new Uint8Array(0);
    // One spare byte reveals a content that is longer than it claims.
    return isSmall(packed.byteLength, size) ? inflateSync(packed, { out: new Uint8Array(size + 1) }) : inflateInSlices(packed, size);
  } catch {
    throw new ImportProblem(DAMAGED);
  }
}

function inflateInSlices(packed: Uint8Array, size: number): Uint8Array {
  const content = new Uint8Array(size);
  let length = 0;
  const inflate = new Inflate((chunk) => {
    if (length + chunk.byteLength > size) throw new ImportProblem(DAMAGED);
    content.set(chunk, length);
    length += chunk.byteLength;
  });
  for (let at = 0; at < packed.byteLength; at += SLICE) inflate.push(packed.subarray(at, at + SLICE), at + SLICE >= packed.byteLength);
  return content.subarray(0, length);
}
