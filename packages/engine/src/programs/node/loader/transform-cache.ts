/** Stores the results of parsing between processes, under keys derived from the source text. */
export interface TransformStore {
  /** Returns an empty array if there is no entry. */
  recall(key: string): Uint8Array;
  keep(key: string, value: Uint8Array): void;
}

/** Increase this number with every change of the stored format. */
const FORMAT = 4;

/** Parsing a shorter text is as fast as a lookup, even with a parser that the browser has not compiled yet. */
const MIN_STORED_CHARACTERS = 128;

const encoder = new TextEncoder();

/**
 * Computes two 32-bit FNV-like hashes over four bytes at a time. They distinguish versions of a file but do not resist an adversary, who
 * could write the file itself anyway. Hashing by character takes six times as long, a tenth of a second for the largest compilers.
 */
function contentKey(text: string): string {
  const bytes = encoder.encode(text);
  const wordCount = bytes.length >>> 2;
  const words = new Uint32Array(bytes.buffer, 0, wordCount);
  let first = 0x811c9dc5;
  let second = 0x1000193;
  for (let index = 0; index < wordCount; index++) {
    const word = words[index] ?? 0;
    first = Math.imul(first ^ word, 0x01000193);
    // Multiplication moves the high bits up and out; this folds them back down.
    first ^= first >>> 15;
    second = (Math.imul(second ^ word, 0x85ebca6b) + 0x9e3779b9) | 0;
    second ^= second >>> 13;
  }
  for (let index = wordCount * 4; index < bytes.length; index++) {
    first = Math.imul(first ^ (bytes[index] ?? 0), 0x01000193);
    second = Math.imul(second ^ (bytes[index] ?? 0), 0x85ebca6b);
  }
  return `${bytes.length.toString(36)}-${(first >>> 0).toString(36)}-${(second >>> 0).toString(36)}`;
}

/** Caches what was found out about a source by its content, so that later processes do not parse it. */
export class TransformCache {
  readonly #decoder = new TextDecoder();

  constructor(private readonly store: TransformStore | null) {}

  /** The result must be JSON, and each kind must always have the same result type. */
  remember<Result>(kind: string, source: string, create: () => Result): Result {
    if (this.store === null || source.length < MIN_STORED_CHARACTERS) return create();
    const key = `${FORMAT}-${kind}-${contentKey(source)}`;
    const stored = this.store.recall(key);
    // Another process has stored the result of the same `create`.
    if (stored.length > 0) return JSON.parse(this.#decoder.decode(stored)) as Result;
    const result = create();
    this.store.keep(key, encoder.encode(JSON.stringify(result)));
    return result;
  }
}
