/** Where results of parsing are kept between processes. Values are JSON. */
export interface TransformStore {
  read(key: string): string | null;
  write(key: string, value: string): void;
}

/** Short texts are transformed faster than they are looked up. */
const MIN_STORED_CHARACTERS = 4096;

/** Two 32-bit FNV-like sums: enough to tell versions of a file apart, not to withstand an adversary (who could write the file itself). */
function contentKey(text: string): string {
  let first = 0x811c9dc5;
  let second = 0x1000193;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x85ebca6b) + 0x9e3779b9;
  }
  return `${text.length.toString(36)}-${(first >>> 0).toString(36)}${(second >>> 0).toString(36)}`;
}

/** Remembers transformations by content, so that a file's second use costs no parsing. */
export class TransformCache {
  readonly #memory = new Map<string, unknown>();

  constructor(private readonly store: TransformStore | null) {}

  remember<Result>(kind: string, file: string, source: string, create: () => Result): Result {
    const key = `${kind}-${contentKey(source)}`;
    const memoryKey = `${key} ${file}`;
    // A key is only ever used with one kind, and so with one type of result.
    if (this.#memory.has(memoryKey)) return this.#memory.get(memoryKey) as Result;
    const stored = source.length < MIN_STORED_CHARACTERS ? null : (this.store?.read(key) ?? null);
    const result = stored === null ? create() : (JSON.parse(stored) as Result);
    this.#memory.set(memoryKey, result);
    if (stored === null && source.length >= MIN_STORED_CHARACTERS) this.store?.write(key, JSON.stringify(result));
    return result;
  }
}
