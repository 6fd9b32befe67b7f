import {
  type Z_FlushMode,
  type Z_Strategy,
  ZStream,
  zlibDeflate,
  zlibDeflateInit2,
  zlibDeflateReset,
  zlibDeflateSetDictionary,
} from 'pako';
import type { Codec, CodecError, ZlibSettings } from '../../builtins/zlib/codec.ts';
import { ZLIB_MODE, ZLIB_STATUS } from '../../builtins/zlib/zlib-modes.ts';
import { zlibFailure } from './zlib-failure.ts';

/** The only compression method. */
const DEFLATED = 8;
/** zlib's own default. */
const DEFAULT_LEVEL = 6;
const nothing = new Uint8Array(0);

/** The fields of the base's state that `deflateParams` changes; the base lacks that function. */
interface DeflateState {
  level: number;
  strategy: number;
  /** Nonzero if the hash table is out of date because input was stored at level 0. */
  matches: number;
  head: Uint16Array;
  max_lazy_match: number;
  good_match: number;
  nice_match: number;
  max_chain_length: number;
}

function initialized(settings: ZlibSettings): ZStream {
  const { mode, windowBits, level, memoryLevel, strategy } = settings;
  const bits = mode === ZLIB_MODE.gzip ? windowBits + 16 : mode === ZLIB_MODE.deflateRaw ? -windowBits : windowBits;
  const stream = new ZStream();
  // The caller has checked the range.
  zlibDeflateInit2(stream, level, DEFLATED, bits, memoryLevel, strategy as Z_Strategy);
  return stream;
}

/** Compresses to zlib, gzip or raw deflate. */
export class DeflateCodec implements Codec {
  availableIn = 0;
  availableOut = 0;
  readonly #stream: ZStream;
  #failure: CodecError | null;
  #hasEnded = false;

  constructor(private readonly settings: ZlibSettings) {
    this.#stream = initialized(settings);
    this.#failure = this.#setDictionary();
  }

  #setDictionary(): CodecError | null {
    const { dictionary, mode } = this.settings;
    if (dictionary === undefined || mode === ZLIB_MODE.gzip) return null;
    const status = zlibDeflateSetDictionary(this.#stream, dictionary);
    return status === ZLIB_STATUS.ok ? null : zlibFailure(status, 'Failed to set dictionary', '');
  }

  run(flush: number, input: Uint8Array, output: Uint8Array): CodecError | null {
    if (this.#failure !== null) return this.#failure;
    // A flush requested before the end may run after the last data, which ended the stream.
    if (this.#hasEnded && input.length === 0) {
      this.availableIn = 0;
      this.availableOut = output.length;
      return null;
    }
    const stream = this.#stream;
    stream.input = input;
    stream.next_in = 0;
    stream.avail_in = input.length;
    // Any memory works, because the base only writes into it.
    stream.output = output as Uint8Array<ArrayBuffer>;
    stream.next_out = 0;
    stream.avail_out = output.length;
    const status = zlibDeflate(stream, flush as Z_FlushMode);
    this.availableIn = stream.avail_in;
    this.availableOut = stream.avail_out;
    stream.input = nothing;
    stream.output = nothing;
    this.#hasEnded = status === ZLIB_STATUS.streamEnd;
    if (status === ZLIB_STATUS.ok || status === ZLIB_STATUS.streamEnd || status === ZLIB_STATUS.bufferError) return null;
    return zlibFailure(status, 'Zlib error', stream.msg);
  }

  reset(): CodecError | null {
    const status = zlibDeflateReset(this.#stream);
    if (status !== ZLIB_STATUS.ok) return zlibFailure(status, 'Failed to reset stream', '');
    this.#hasEnded = false;
    this.#failure = this.#setDictionary();
    return this.#failure;
  }

  /** Called after all written data has been flushed, so no data is left to compress with the old parameters. */
  params(level: number, strategy: number): CodecError | null {
    const wanted = level === -1 ? DEFAULT_LEVEL : level;
    // The base's type does not describe its state.
    const state = this.#stream.state as DeflateState;
    if (state.level !== wanted) {
      if (state.level === 0 && state.matches !== 0) {
        // Stored input was not added to the hash table.
        state.head.fill(0);
        state.matches = 0;
      }
      const other = initialized({ ...this.settings, level: wanted }).state as DeflateState;
      state.level = wanted;
      state.max_lazy_match = other.max_lazy_match;
      state.good_match = other.good_match;
      state.nice_match = other.nice_match;
      state.max_chain_length = other.max_chain_length;
    }
    state.strategy = strategy;
    return null;
  }
}
