declare module 'process/' {
  const shim: { nextTick(callback: (...args: never[]) => unknown, ...args: unknown[]): void };
  // biome-ignore lint/style/noDefaultExport: that is how the package is
  export default shim;
}

declare module 'events/' {
  class EventEmitter {
    on(name: string | symbol, listener: (...args: never[]) => void): this;
    once(name: string | symbol, listener: (...args: never[]) => void): this;
    off(name: string | symbol, listener: (...args: never[]) => void): this;
    addListener(name: string | symbol, listener: (...args: never[]) => void): this;
    removeListener(name: string | symbol, listener: (...args: never[]) => void): this;
    removeAllListeners(name?: string | symbol): this;
    prependListener(name: string | symbol, listener: (...args: never[]) => void): this;
    emit(name: string | symbol, ...args: unknown[]): boolean;
    listenerCount(name: string | symbol): number;
    listeners(name: string | symbol): ((...args: unknown[]) => void)[];
    eventNames(): (string | symbol)[];
    setMaxListeners(count: number): this;
    getMaxListeners(): number;
  }
  // biome-ignore lint/style/noDefaultExport: that is how the package is
  export default EventEmitter;
}

declare module 'string_decoder/' {
  export class StringDecoder {
    constructor(encoding?: string);
    write(bytes: Uint8Array): string;
    end(bytes?: Uint8Array): string;
  }
}

declare module 'brotli-wasm/glue' {
  interface StreamResult {
    buf: Uint8Array;
    code: number;
    input_offset: number;
  }
  export const BrotliStreamResultCode: { ResultSuccess: number; NeedsMoreInput: number; NeedsMoreOutput: number };
  export class CompressStream {
    constructor(quality?: number);
    compress(input: Uint8Array | undefined, outputSize: number): StreamResult;
  }
  export class DecompressStream {
    decompress(input: Uint8Array, outputSize: number): StreamResult;
  }
  /** The bundlers' plugin adds this export. */
  export function setWasm(exports: WebAssembly.Exports): void;
}

declare module 'brotli-wasm/wasm' {
  /** Its URL, or its bytes when bundled for tests. */
  const file: string | Uint8Array<ArrayBuffer>;
  // biome-ignore lint/style/noDefaultExport: how bundlers give a file
  export default file;
}

declare module '@sqlite.org/sqlite-wasm/sqlite3.wasm' {
  /** Its URL, or its bytes when bundled for tests. */
  const file: string | Uint8Array<ArrayBuffer>;
  // biome-ignore lint/style/noDefaultExport: how bundlers give a file
  export default file;
}

declare module 'deferred:*' {
  /** Its URL, or its bytes when bundled for tests. */
  const file: string | Uint8Array;
  // biome-ignore lint/style/noDefaultExport: how bundlers give a file
  export default file;
}

declare module 'readable-stream' {
  import EventEmitter from 'events/';

  type Done = (error?: unknown) => void;

  interface StreamOptions {
    highWaterMark?: number;
    objectMode?: boolean;
    readableObjectMode?: boolean;
    writableObjectMode?: boolean;
    readableHighWaterMark?: number;
    writableHighWaterMark?: number;
    decodeStrings?: boolean;
    defaultEncoding?: string;
    encoding?: string | null;
    autoDestroy?: boolean;
    emitClose?: boolean;
    allowHalfOpen?: boolean;
    signal?: AbortSignal;
    read?(size: number): void;
    write?(chunk: Uint8Array, encoding: string, done: Done): void;
    final?(done: Done): void;
  }

  /** The legacy class, which has only `pipe`. */
  export class Stream extends EventEmitter {
    pipe<Target>(target: Target, options?: { end?: boolean }): Target;
  }

  class Destroyable extends Stream {
    destroyed: boolean;
    readonly closed: boolean;
    readonly errored: Error | null;
    destroy(error?: unknown): this;
    _destroy(error: unknown, done: Done): void;
  }

  export class Readable extends Destroyable {
    readonly readable: boolean;
    constructor(options?: StreamOptions);
    readonly readableEnded: boolean;
    readonly readableFlowing: boolean | null;
    readonly readableLength: number;
    readonly readableEncoding: string | null;
    static from(source: Iterable<unknown> | AsyncIterable<unknown>, options?: StreamOptions): Readable;
    push(chunk: unknown, encoding?: string): boolean;
    read(size?: number): unknown;
    pause(): this;
    resume(): this;
    isPaused(): boolean;
    setEncoding(encoding: string): this;
    unpipe(target?: unknown): this;
    unshift(chunk: unknown): void;
    _read(size: number): void;
    [Symbol.asyncIterator](): AsyncIterableIterator<unknown>;
  }

  export class Writable extends Destroyable {
    constructor(options?: StreamOptions);
    readonly writableEnded: boolean;
    readonly writableFinished: boolean;
    readonly writableLength: number;
    readonly writableHighWaterMark: number;
    readonly writableNeedDrain: boolean;
    write(chunk: unknown, encoding?: unknown, done?: unknown): boolean;
    end(chunk?: unknown, encoding?: unknown, done?: unknown): this;
    cork(): void;
    uncork(): void;
    _write(chunk: Uint8Array, encoding: string, done: Done): void;
    _writev?(chunks: { chunk: Uint8Array; encoding: string }[], done: Done): void;
    _final(done: Done): void;
  }

  export class Duplex extends Destroyable {
    constructor(options?: StreamOptions);
    readonly readable: boolean;
    readonly writable: boolean;
    readonly readableHighWaterMark: number;
    readonly writableHighWaterMark: number;
    readonly writableCorked: number;
    isPaused(): boolean;
    _writev?(chunks: { chunk: Uint8Array; encoding: string }[], done: Done): void;
    readonly readableEnded: boolean;
    readonly readableFlowing: boolean | null;
    readonly readableLength: number;
    readonly writableEnded: boolean;
    readonly writableFinished: boolean;
    readonly writableLength: number;
    readonly writableNeedDrain: boolean;
    push(chunk: unknown, encoding?: string): boolean;
    read(size?: number): unknown;
    pause(): this;
    resume(): this;
    setEncoding(encoding: string): this;
    unpipe(target?: unknown): this;
    unshift(chunk: unknown): void;
    write(chunk: unknown, encoding?: unknown, done?: unknown): boolean;
    end(chunk?: unknown, encoding?: unknown, done?: unknown): this;
    cork(): void;
    uncork(): void;
    _read(size: number): void;
    _write(chunk: Uint8Array, encoding: string, done: Done): void;
    _final(done: Done): void;
    [Symbol.asyncIterator](): AsyncIterableIterator<unknown>;
  }

  export class Transform extends Duplex {
    _transform(chunk: Uint8Array, encoding: string, done: (error?: unknown, data?: unknown) => void): void;
    _flush(done: (error?: unknown, data?: unknown) => void): void;
  }

  /** The constructor, with all members of `require('stream')`. */
  const stream: Record<string, unknown>;
  // biome-ignore lint/style/noDefaultExport: that is how the package is
  export default stream;
}
