import { close, constants, fstat, open, read } from 'node:fs';
import { promisify } from 'node:util';
import type { FolderBounds } from './folder-bounds.ts';
import { codeOf, nodeError } from './node-error.ts';

/** More is not sent in one piece; a range of any file is. */
const MAX_WHOLE_BYTES = 512 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;

/** Numbers instead of Node's file handles, which cost three times as much for each of a thousand small files. */
const calls = { open: promisify(open), fstat: promisify(fstat), read: promisify(read), close: promisify(close) };

interface OpenFile {
  descriptor: number;
  size: number;
}

/** Reads a file of the folder: at most `limit` bytes from `offset`, or all of it. */
export async function readInside(bounds: FolderBounds, path: string, range?: { offset: number; limit: number }): Promise<Uint8Array> {
  const file = await openInside(bounds, path);
  try {
    return range === undefined ? await readWhole(file, path) : await readRange(file, range);
  } finally {
    await calls.close(file.descriptor);
  }
}

/** Follows a link only where the file is one: most are none, and need no look at their whole path. */
async function openInside(bounds: FolderBounds, path: string): Promise<OpenFile> {
  if (constants.O_NOFOLLOW !== undefined) {
    try {
      return await openRegular(await bounds.belowParent(path, 'open'), constants.O_NOFOLLOW, path);
    } catch (error) {
      if (codeOf(error) !== 'ELOOP') throw error;
    }
  }
  return openRegular(await bounds.followed(path, 'open'), 0, path);
}

/** A pipe would hold the opening, and with it one of the few threads for files, until somebody writes into it. A folder fails when it is read. */
async function openRegular(real: string, flags: number, path: string): Promise<OpenFile> {
  const descriptor = await calls.open(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | flags);
  try {
    const found = await calls.fstat(descriptor);
    if (!found.isFile() && !found.isDirectory()) throw nodeError('EINVAL', 'open', path);
    return { descriptor, size: found.isFile() ? found.size : 0 };
  } catch (error) {
    await calls.close(descriptor);
    throw error;
  }
}

async function readWhole({ descriptor, size }: OpenFile, path: string): Promise<Uint8Array> {
  if (size > MAX_WHOLE_BYTES) throw nodeError('EFBIG', 'read', path);
  // One byte more than there is, so that one call reads a file and says that it ends there.
  const bytes = new Uint8Array(size + 1);
  const { bytesRead } = await calls.read(descriptor, bytes, 0, bytes.byteLength, 0);
  if (size > 0 && bytesRead === size) return bytes.subarray(0, size);
  return readToEnd(descriptor, bytes.subarray(0, bytesRead), path);
}

/** For a file that gives no size of its own, or that changes meanwhile. */
async function readToEnd(descriptor: number, begun: Uint8Array, path: string): Promise<Uint8Array> {
  const parts = [begun];
  for (let size = begun.byteLength; ; ) {
    const part = new Uint8Array(CHUNK_BYTES);
    const { bytesRead } = await calls.read(descriptor, part, 0, CHUNK_BYTES, size);
    if (bytesRead === 0) return new Uint8Array(Buffer.concat(parts));
    parts.push(part.subarray(0, bytesRead));
    size += bytesRead;
    if (size > MAX_WHOLE_BYTES) throw nodeError('EFBIG', 'read', path);
  }
}

async function readRange({ descriptor, size }: OpenFile, { offset, limit }: { offset: number; limit: number }): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.max(0, Math.min(limit, size - offset)));
  let done = 0;
  while (done < bytes.byteLength) {
    const { bytesRead } = await calls.read(descriptor, bytes, done, bytes.byteLength - done, offset + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.subarray(0, done);
}
