/** An error, as passed to Node's `onerror`. */
export interface CodecError {
  message: string;
  errno: number;
  code: string;
}

/** One compressed stream in one direction: consumes as much of `input` as possible, and writes what fits into `output`. */
export interface Codec {
  /** The number of input bytes that the last `run` did not consume. */
  availableIn: number;
  /** The number of output bytes that the last `run` left free. */
  availableOut: number;
  run(flush: number, input: Uint8Array, output: Uint8Array): CodecError | null;
  reset(): CodecError | null;
  params(level: number, strategy: number): CodecError | null;
}

export interface ZlibSettings {
  /** A value of `ZLIB_MODE`. */
  mode: number;
  windowBits: number;
  level: number;
  memoryLevel: number;
  strategy: number;
  dictionary: Uint8Array | undefined;
}
