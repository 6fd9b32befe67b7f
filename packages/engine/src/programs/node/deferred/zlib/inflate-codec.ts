import { type Z_FlushMode, ZStream, zlibInflate, zlibInflateInit2, zlibInflateReset, zlibInflateSetDictionary } from 'pako';
import type { Codec, CodecError, ZlibSettings } from '../../builtins/zlib/codec.ts';
import { ZLIB_FLUSH, ZLIB_MODE, ZLIB_STATUS } from '../../builtins/zlib/zlib-modes.ts';
import { zlibFailure } from './zlib-failure.ts';

const GZIP_FIRST = 0x1f;
const GZIP_SECOND = 0x8b;
const nothing = new Uint8Array(0);

/** Decompresses zlib, gzip (with several members) or raw deflate, or detects the format from the first bytes. */
export class InflateCodec implements Codec {
  availableIn = 0;
  availableOut = 0;
  readonly #stream = new ZStream();
  #mode: number;
  /** The number of gzip magic bytes that `unzip` has seen. */
  #seenOfMark = 0;
  #failure: CodecError | null = null;

  constructor(private readonly settings: ZlibSettings) {
    this.#mode = settings.mode;
    const { mode, windowBits } = settings;
    const bits =
      mode === ZLIB_MODE.gunzip
        ? windowBits + 16
        : mode === ZLIB_MODE.unzip
          ? windowBits + 32
          : mode === ZLIB_MODE.inflateRaw
            ? -windowBits
            : windowBits;
    zlibInflateInit2(this.#stream, bits);
    this.#setRawDictionary();
  }

  /** Sets the dictionary now, because a raw stream has no header that requests it later. */
  #setRawDictionary(): void {
    const { dictionary, mode } = this.settings;
    if (dictionary === undefined || mode !== ZLIB_MODE.inflateRaw) return;
    const status = zlibInflateSetDictionary(this.#stream, dictionary);
    this.#failure = status === ZLIB_STATUS.ok ? null : zlibFailure(status, 'Failed to set dictionary', '');
  }

  /** Detects the format for `unzip` from the first two bytes, which may arrive one at a time. */
  #recognize(input: Uint8Array): void {
    for (const byte of input.subarray(0, 2 - this.#seenOfMark)) {
      if (byte !== (this.#seenOfMark === 0 ? GZIP_FIRST : GZIP_SECOND)) {
        this.#mode = ZLIB_MODE.inflate;
        return;
      }
      this.#seenOfMark++;
    }
    if (this.#seenOfMark === 2) this.#mode = ZLIB_MODE.gunzip;
  }

  run(flush: number, input: Uint8Array, output: Uint8Array): CodecError | null {
    if (this.#failure !== null) return this.#failure;
    if (this.#mode === ZLIB_MODE.unzip) this.#recognize(input);
    const stream = this.#stream;
    stream.input = input;
    stream.next_in = 0;
    stream.avail_in = input.length;
    // Any memory works, because the base only writes into it.
    stream.output = output as Uint8Array<ArrayBuffer>;
    stream.next_out = 0;
    stream.avail_out = output.length;
    const status = this.#inflate(flush as Z_FlushMode);
    this.availableIn = stream.avail_in;
    this.availableOut = stream.avail_out;
    stream.input = nothing;
    stream.output = nothing;
    return this.#failureOf(status, flush);
  }

  #inflate(flush: Z_FlushMode): number {
    const stream = this.#stream;
    const { dictionary } = this.settings;
    let status: number = zlibInflate(stream, flush);
    if (status === ZLIB_STATUS.needDictionary && dictionary !== undefined && this.#mode !== ZLIB_MODE.inflateRaw) {
      const taken = zlibInflateSetDictionary(stream, dictionary);
      // A dictionary with another checksum is reported by the status that requested it.
      if (taken === ZLIB_STATUS.ok) status = zlibInflate(stream, flush);
    }
    // Members follow one another; zeros after the last are padding.
    while (
      status === ZLIB_STATUS.streamEnd &&
      this.#mode === ZLIB_MODE.gunzip &&
      stream.avail_in > 0 &&
      stream.input[stream.next_in] !== 0
    ) {
      zlibInflateReset(stream);
      status = zlibInflate(stream, flush);
    }
    return status;
  }

  #failureOf(status: number, flush: number): CodecError | null {
    if (status === ZLIB_STATUS.ok || status === ZLIB_STATUS.streamEnd) return null;
    if (status === ZLIB_STATUS.bufferError)
      return this.availableOut !== 0 && flush === ZLIB_FLUSH.finish ? zlibFailure(status, 'unexpected end of file', '') : null;
    if (status === ZLIB_STATUS.needDictionary)
      return zlibFailure(status, this.settings.dictionary === undefined ? 'Missing dictionary' : 'Bad dictionary', '');
    return zlibFailure(status, 'Zlib error', this.#stream.msg);
  }

  reset(): CodecError | null {
    this.#failure = null;
    const status = zlibInflateReset(this.#stream);
    if (status !== ZLIB_STATUS.ok) return zlibFailure(status, 'Failed to reset stream', '');
    this.#setRawDictionary();
    return this.#failure;
  }

  params(): CodecError | null {
    return null;
  }
}
