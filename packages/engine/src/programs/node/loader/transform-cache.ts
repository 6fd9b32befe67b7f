/** Where results of parsing are kept between processes, under names that tell their content. */
export interface TransformStore {
  /** Empty: there is none. */
  recall(key: string): Uint8Array;
  keep(key: string, value: Uint8Array): void;
}

/** To be raised with every change of what is kept. */
const FORMAT = 4;

/** Shorter texts are parsed as fast as they are looked up, even by a parser that the browser has not compiled yet. */
const MIN_STORED_CHARACTERS = 128;

const encoder = new TextEncoder();

/**
 * Two 32-bit FNV-like sums over four bytes at a time: enough to tell versions of a file apart, not to withstand an adversary (who could
 * write the file itself). Going over the characters takes six times as long, a tenth of a second for the largest compilers.
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
    // Bits of the word's end, which a product moves up and out, come back down.
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

/** Remembers what was found out about a source by its content, so that it costs no parsing in the processes that come after. */
export class TransformCache {
  readonly #decoder = new TextDecoder();

  constructor(private readonly store: TransformStore | null) {}

  /** The result is JSON; a kind always has results of one type. */
  remember<Result>(kind: string, source: string, create: () => Result): Result {
    if (this.store === null || source.length < MIN_STORED_CHARACTERS) return create();
    const key = `${FORMAT}-${kind}-${contentKey(source)}`;
    const stored = this.store.recall(key);
    // Written below, by another process.
    if (stored.length > 0) return JSON.parse(this.#decoder.decode(stored)) as Result;
    const result = create();
    this.store.keep(key, encoder.encode(JSON.stringify(result)));
    return result;
  }
}
