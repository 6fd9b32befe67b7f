function sizeOf(key: string, value: Uint8Array): number {
  return key.length + value.byteLength;
}

/** What processes keep for one another (`keep`, `recall`), within a bound: the longest unused goes first. */
export class KeptResults {
  // In order of use.
  readonly #values = new Map<string, Uint8Array>();
  #totalBytes = 0;

  constructor(private readonly maxBytes: number) {}

  keep(key: string, value: Uint8Array): void {
    this.#forget(key);
    const size = sizeOf(key, value);
    // From a process: what has no size is neither more nor less than the bound.
    if (!(size <= this.maxBytes)) return;
    this.#values.set(key, value);
    this.#totalBytes += size;
    for (const oldest of this.#values.keys()) {
      if (this.#totalBytes <= this.maxBytes) return;
      this.#forget(oldest);
    }
  }

  recall(key: string): Uint8Array {
    const value = this.#values.get(key);
    if (value === undefined) return new Uint8Array(0);
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  #forget(key: string): void {
    const value = this.#values.get(key);
    if (value === undefined) return;
    this.#totalBytes -= sizeOf(key, value);
    this.#values.delete(key);
  }
}
