/** What went wrong, as Node's `onerror` gets it. */
export interface CodecError {
  message: string;
  errno: number;
  code: string;
}

/** One compressed stream in one direction: takes what it can of `input`, writes what fits into `output`. */
export interface Codec {
  /** Bytes of the last `run`'s input that were not taken. */
  availableIn: number;
  /** Bytes of the last `run`'s output that are free. */
  availableOut: number;
  run(flush: number, input: Uint8Array, output: Uint8Array): CodecError | null;
  reset(): CodecError | null;
  params(level: number, strategy: number): CodecError | null;
}

export interface ZlibSettings {
  /** Of `ZLIB_MODE`. */
  mode: number;
  windowBits: number;
  level: number;
  memoryLevel: number;
  strategy: number;
  dictionary: Uint8Array | undefined;
}
