import { callable, type Signature } from './callable.ts';
import type { Pointer, SqliteExports } from './sqlite-exports.ts';

// Taken before a program can replace them.
const now = Date.now.bind(Date);
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const PAGE = 65_536;
const FIRST_PAGES = 128;
const MOST_PAGES = 32_768;
/** The error for system calls that the C library lacks: all file access goes through our own `sqlite3_vfs`. */
const NOT_THERE = 52;

/** SQLite's WebAssembly, instantiated synchronously, with its memory. */
export class SqliteLibrary {
  readonly exports: SqliteExports;
  readonly #memory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MOST_PAGES });
  #bytes = new Uint8Array(this.#memory.buffer);
  #view = new DataView(this.#memory.buffer);
  readonly #freeSlots: number[] = [];

  constructor(wasm: BufferSource) {
    const module = new WebAssembly.Module(wasm);
    const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      imports[from] ??= {};
      imports[from][name] = () => -NOT_THERE;
    }
    imports.env = { ...imports.env, ...this.#environment() };
    imports.wasi_snapshot_preview1 = { ...imports.wasi_snapshot_preview1, ...this.#clock() };
    // The library exports these names.
    this.exports = new WebAssembly.Instance(module, imports).exports as unknown as SqliteExports;
    this.exports.__wasm_call_ctors();
  }

  #environment(): Record<string, WebAssembly.ImportValue> {
    return {
      memory: this.#memory,
      emscripten_date_now: now,
      emscripten_get_now: now,
      emscripten_get_heap_max: () => MOST_PAGES * PAGE,
      emscripten_resize_heap: (size: number) => this.#grow(size >>> 0),
      _localtime_js: (seconds: bigint, at: Pointer) => this.#writeLocalTime(new Date(Number(seconds) * 1000), at),
    };
  }

  #clock(): Record<string, WebAssembly.ImportValue> {
    return {
      environ_get: () => 0,
      environ_sizes_get: (count: Pointer, size: Pointer) => {
        this.writeInt(count, 0);
        this.writeInt(size, 0);
        return 0;
      },
      clock_time_get: (_clock: number, _precision: bigint, at: Pointer) => {
        this.view.setBigUint64(at, BigInt(Math.round(now() * 1e6)), true);
        return 0;
      },
    };
  }

  #grow(size: number): number {
    const missing = Math.ceil((size - this.#memory.buffer.byteLength) / PAGE);
    try {
      this.#memory.grow(Math.max(0, missing));
      return 1;
    } catch {
      return 0;
    }
  }

  /** Writes C's `struct tm`. */
  #writeLocalTime(date: Date, at: Pointer): void {
    const start = new Date(date.getFullYear(), 0, 1);
    const dayOfYear = Math.round((new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime() - start.getTime()) / 86_400_000);
    const clock = [date.getSeconds(), date.getMinutes(), date.getHours(), date.getDate(), date.getMonth(), date.getFullYear() - 1900];
    const fields = [...clock, date.getDay(), dayOfYear, 0, -date.getTimezoneOffset() * 60];
    for (const [index, field] of fields.entries()) this.writeInt(at + index * 4, field);
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    if (this.#bytes.buffer !== this.#memory.buffer) this.#bytes = new Uint8Array(this.#memory.buffer);
    return this.#bytes;
  }

  get view(): DataView {
    if (this.#view.buffer !== this.#memory.buffer) this.#view = new DataView(this.#memory.buffer);
    return this.#view;
  }

  readInt(at: Pointer): number {
    return this.view.getInt32(at, true);
  }

  writeInt(at: Pointer, value: number): void {
    this.view.setInt32(at, value, true);
  }

  /** Reads text that ends with a zero byte; null for address 0. */
  readText(at: Pointer, length?: number): string | null {
    if (at === 0) return null;
    const { bytes } = this;
    const end = length === undefined ? bytes.indexOf(0, at) : at + length;
    return decoder.decode(bytes.subarray(at, end));
  }

  /** Returns a copy. */
  readBytes(at: Pointer, length: number): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(at, at + length);
  }

  /** Allocates memory that the caller frees. */
  allocate(size: number): Pointer {
    const at = this.exports.malloc(Math.max(1, size));
    if (at === 0) throw new RangeError('SQLite is out of memory');
    return at;
  }

  /** Writes UTF-8 with a trailing zero; the caller frees it. */
  copyText(text: string): { at: Pointer; length: number } {
    const most = text.length * 3 + 1;
    const at = this.allocate(most);
    const { written } = encoder.encodeInto(text, this.bytes.subarray(at, at + most));
    this.bytes[at + written] = 0;
    return { at, length: written };
  }

  copyBytes(data: Uint8Array): Pointer {
    const at = this.allocate(data.byteLength);
    this.bytes.set(data, at);
    return at;
  }

  /** Runs a callback with a text in memory for its duration. */
  withText<Result>(text: string, run: (at: Pointer, length: number) => Result): Result {
    const { at, length } = this.copyText(text);
    try {
      return run(at, length);
    } finally {
      this.exports.free(at);
    }
  }

  /** Runs a callback with zeroed memory, for results that C returns by address. */
  withRoom<Result>(size: number, run: (at: Pointer) => Result): Result {
    const at = this.allocate(size);
    this.bytes.fill(0, at, at + size);
    try {
      return run(at);
    } finally {
      this.exports.free(at);
    }
  }

  /** Returns the address by which C calls the function. */
  addFunction(signature: Signature, run: (...args: never[]) => unknown): Pointer {
    const table = this.exports.__indirect_function_table;
    const slot = this.#freeSlots.pop() ?? table.grow(1);
    table.set(slot, callable(signature, run));
    return slot;
  }

  removeFunction(slot: Pointer): void {
    if (slot === 0) return;
    this.exports.__indirect_function_table.set(slot, null);
    this.#freeSlots.push(slot);
  }
}
