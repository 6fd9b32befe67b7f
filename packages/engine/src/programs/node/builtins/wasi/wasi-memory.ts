/** The memory of a WebAssembly program, as read and written by WASI calls; it may grow, and be shared, between calls. */
export class WasiMemory {
  #memory: WebAssembly.Memory | null = null;
  #view = new DataView(new ArrayBuffer(0));
  readonly #decoder = new TextDecoder();
  readonly #encoder = new TextEncoder();

  set(memory: WebAssembly.Memory): void {
    this.#memory = memory;
  }

  get view(): DataView {
    if (this.#memory === null) throw new Error('The WASI instance has no memory yet: it was neither started nor initialized.');
    const { buffer } = this.#memory;
    if (this.#view.buffer !== buffer) this.#view = new DataView(buffer);
    return this.#view;
  }

  /** Throws a RangeError if the range is outside the memory. */
  bytes(address: number, length: number): Uint8Array {
    return new Uint8Array(this.view.buffer, address >>> 0, length >>> 0);
  }

  text(address: number, length: number): string {
    // Copied, because a decoder rejects shared memory.
    return this.#decoder.decode(new Uint8Array(this.bytes(address, length)));
  }

  encode(text: string): Uint8Array {
    return this.#encoder.encode(text);
  }

  /** Returns the parts of memory that an array of `iovec` refers to. */
  vectors(address: number, count: number): Uint8Array[] {
    const { view } = this;
    return Array.from({ length: count >>> 0 }, (_, index) => {
      const at = (address >>> 0) + index * 8;
      return this.bytes(view.getUint32(at, true), view.getUint32(at + 4, true));
    });
  }

  setUint32(address: number, value: number): void {
    this.view.setUint32(address >>> 0, value, true);
  }

  setUint64(address: number, value: bigint): void {
    this.view.setBigUint64(address >>> 0, value, true);
  }

  /** Writes texts in the layout of `args_get` and `environ_get`: pointers in one place, zero-terminated bytes in another. */
  setTexts(pointers: number, buffer: number, texts: readonly string[]): void {
    let at = buffer >>> 0;
    for (const [index, text] of texts.entries()) {
      const encoded = this.encode(`${text}\0`);
      this.setUint32((pointers >>> 0) + index * 4, at);
      this.bytes(at, encoded.length).set(encoded);
      at += encoded.length;
    }
  }
}
