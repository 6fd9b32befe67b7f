import { crc32 } from 'devonz-engine-protocol/crc-32';
import { joinBytes } from 'devonz-engine-protocol/join-bytes';
import { Gunzip } from 'fflate';

export interface GzipContent {
  content: Uint8Array;
  /** Bytes of compressed content, without headers. */
  packedSize: number;
  crc: number;
  /** The name in the first header, if it has one. */
  name: string | null;
  /** Seconds; 0 if the header has no time. */
  modifiedAt: number;
  /** An error in gzip's wording, or `null`. */
  problem: string | null;
  /** The last member is followed by data that is not a member. */
  isTrailed: boolean;
}

const TRAILER = 8;

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Unpacks all members and verifies their checksums, which fflate does not. The caller must have checked `isGzip`. */
export function unpackGzip(bytes: Uint8Array): GzipContent {
  const { starts, chunks, error } = readMembers(bytes);
  const isTrailed = error === 'invalid gzip data';
  let problem =
    error === null || isTrailed ? null : error === 'unexpected EOF' ? 'unexpected end of file' : 'invalid compressed data--format violated';
  if (bytes.length < 10 + TRAILER) problem = 'unexpected end of file';
  const contents = chunks.map(joinBytes);
  let crc = 0;
  for (const [index, content] of contents.entries()) {
    crc = crc32(content);
    const start = starts[index] ?? 0;
    const member = bytes.subarray(start, starts[index + 1] ?? bytes.length);
    problem ??= trailerProblem(member, crc, content.length, isTrailed && index === contents.length - 1);
  }
  const header = readHeader(bytes);
  return {
    content: joinBytes(contents),
    packedSize: Math.max(0, bytes.length - header.length - TRAILER),
    crc,
    name: header.name,
    modifiedAt: header.modifiedAt,
    problem,
    // Zeros only pad the last block.
    isTrailed: isTrailed && readMembers(withoutZeros(bytes)).error !== null,
  };
}

function readMembers(bytes: Uint8Array): { starts: number[]; chunks: Uint8Array[][]; error: string | null } {
  const starts = [0];
  const chunks: Uint8Array[][] = [[]];
  try {
    const unpacker = new Gunzip((chunk) => chunks.at(-1)?.push(chunk));
    unpacker.onmember = (offset) => {
      starts.push(offset);
      chunks.push([]);
    };
    unpacker.push(bytes, true);
    return { starts, chunks, error: null };
  } catch (error) {
    return { starts, chunks, error: error instanceof Error ? error.message : String(error) };
  }
}

/** Checks the checksum and length that follow each member. */
function trailerProblem(member: Uint8Array, crc: number, length: number, isTrailed: boolean): string | null {
  const expected = new Uint8Array(TRAILER);
  const view = new DataView(expected.buffer);
  view.setUint32(0, crc, true);
  view.setUint32(4, length, true);
  const isAt = (offset: number, from = 0) => expected.every((byte, index) => index < from || member[offset + index] === byte);
  const end = member.length - TRAILER;
  if (isAt(end)) return null;
  if (isTrailed) {
    for (let offset = end; offset >= 0; offset -= 1) if (isAt(offset)) return null;
  }
  return isTrailed || isAt(end, 4) ? 'invalid compressed data--crc error' : 'unexpected end of file';
}

function readHeader(bytes: Uint8Array): { length: number; name: string | null; modifiedAt: number } {
  const flags = bytes[3] ?? 0;
  const modifiedAt = bytes.length < 8 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
  let length = 10;
  if ((flags & 4) !== 0) length += 2 + (bytes[length] ?? 0) + (bytes[length + 1] ?? 0) * 256;
  const text = () => {
    const end = bytes.indexOf(0, length);
    const found = bytes.subarray(length, end === -1 ? bytes.length : end);
    length += found.length + 1;
    return new TextDecoder().decode(found);
  };
  const name = (flags & 8) === 0 ? null : text();
  if ((flags & 16) !== 0) text();
  if ((flags & 2) !== 0) length += 2;
  return { length, name, modifiedAt };
}

function withoutZeros(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return bytes.subarray(0, end);
}
