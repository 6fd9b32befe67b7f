import { z } from 'zod';
import type { FileReader, FolderListing } from './language/project-files.ts';
import type { ReadRequest } from './types-messages.ts';

/**
 * How the worker reads files of a runtime that only the page can access: TypeScript reads synchronously, so the worker blocks until the
 * page has written the response to shared memory.
 */
const HEADER_BYTES = 8;
/** Limit in bytes: a longer file is a bundle and gets no types. */
const LONGEST_FILE = 4 * 1024 * 1024;

const STATE = 0;
const LENGTH = 1;
const WAITING = 0;
const FOUND = 1;
const NOTHING = 2;

export function createReadBuffer(): SharedArrayBuffer {
  return new SharedArrayBuffer(HEADER_BYTES + LONGEST_FILE);
}

const listingSchema = z.array(z.tuple([z.string(), z.enum(['file', 'directory', 'link'])]));

/** The worker's side. */
export class SharedReader implements FileReader {
  readonly #header: Int32Array;
  readonly #bytes: Uint8Array;
  readonly #ask: (request: ReadRequest) => void;

  constructor(buffer: SharedArrayBuffer, ask: (request: ReadRequest) => void) {
    this.#header = new Int32Array(buffer, 0, 2);
    this.#bytes = new Uint8Array(buffer, HEADER_BYTES);
    this.#ask = ask;
  }

  readFile(path: string): string | null {
    return this.#read({ kind: 'file', path });
  }

  listFolder(path: string): FolderListing | null {
    const listed = this.#read({ kind: 'folder', path });
    return listed === null ? null : new Map(listingSchema.parse(JSON.parse(listed)));
  }

  #read(request: ReadRequest): string | null {
    Atomics.store(this.#header, STATE, WAITING);
    this.#ask(request);
    Atomics.wait(this.#header, STATE, WAITING);
    if (Atomics.load(this.#header, STATE) !== FOUND) return null;
    // Copied, because a decoder does not accept shared memory.
    return new TextDecoder().decode(this.#bytes.slice(0, Atomics.load(this.#header, LENGTH)));
  }
}

/** The page's side: writes the requested content, or null if it does not exist. */
export function answerRead(buffer: SharedArrayBuffer, content: Uint8Array | null): void {
  const header = new Int32Array(buffer, 0, 2);
  const fits = content !== null && content.byteLength <= buffer.byteLength - HEADER_BYTES;
  if (fits) {
    new Uint8Array(buffer, HEADER_BYTES).set(content);
    Atomics.store(header, LENGTH, content.byteLength);
  }
  Atomics.store(header, STATE, fits ? FOUND : NOTHING);
  Atomics.notify(header, STATE);
}

export function encodeListing(entries: readonly { name: string; kind: 'file' | 'directory'; isLink?: true }[]): Uint8Array {
  const rows = entries.map(({ name, kind, isLink }) => [name, isLink === true ? 'link' : kind] satisfies [string, string]);
  return new TextEncoder().encode(JSON.stringify(rows));
}
