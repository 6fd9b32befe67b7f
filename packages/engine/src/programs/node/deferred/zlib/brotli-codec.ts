import * as glue from 'brotli-wasm/glue';
import type { Codec, CodecError } from '../../builtins/zlib/codec.ts';
import { BROTLI_OPERATION } from '../../builtins/zlib/zlib-modes.ts';

const CHUNK_BYTES = 65_536;
/** The number of input bytes that are held back for a possible flush, because the encoder itself cannot flush. */
const HELD_BYTES = 1_048_576;
/** The maximum size of one stored block. */
const STORED_BYTES = 65_536;
/** The bits of a stream header for a window of 2^16 bytes, which stored blocks need. */
const STORED_HEAD_BITS = 1;

interface StepResult {
  buf: Uint8Array;
  code: number;
  input_offset: number;
}

const truncated: CodecError = { message: 'unexpected end of file', errno: -5, code: 'Z_BUF_ERROR' };

function broken(reason: unknown): CodecError {
  const errno = Number(/-\d+/.exec(String(reason))?.[0] ?? -2);
  const names: Readonly<Record<number, string>> = {
    [-1]: 'FORMAT_EXUBERANT_NIBBLE',
    [-2]: 'FORMAT_RESERVED',
    [-3]: 'FORMAT_EXUBERANT_META_NIBBLE',
    [-4]: 'FORMAT_SIMPLE_HUFFMAN_ALPHABET',
    [-5]: 'FORMAT_SIMPLE_HUFFMAN_SAME',
    [-6]: 'FORMAT_CL_SPACE',
    [-7]: 'FORMAT_HUFFMAN_SPACE',
    [-8]: 'FORMAT_CONTEXT_MAP_REPEAT',
    [-9]: 'FORMAT_BLOCK_LENGTH_1',
    [-10]: 'FORMAT_BLOCK_LENGTH_2',
    [-11]: 'FORMAT_TRANSFORM',
    [-12]: 'FORMAT_DICTIONARY',
    [-13]: 'FORMAT_WINDOW_BITS',
    [-14]: 'FORMAT_PADDING_1',
    [-15]: 'FORMAT_PADDING_2',
    [-16]: 'FORMAT_DISTANCE',
  };
  return { message: 'Decompression failed', errno, code: `ERR__ERROR_${names[errno] ?? 'UNREACHABLE'}` };
}

/** Output that has not been taken yet. */
class OutputQueue {
  readonly #chunks: Uint8Array[] = [];
  length = 0;

  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.#chunks.push(chunk);
    this.length += chunk.length;
  }

  /** Fills `output` and returns the number of bytes that remain free. */
  fill(output: Uint8Array): number {
    let filled = 0;
    while (filled < output.length) {
      const chunk = this.#chunks[0];
      if (chunk === undefined) break;
      const part = chunk.subarray(0, output.length - filled);
      output.set(part, filled);
      filled += part.length;
      if (part.length === chunk.length) this.#chunks.shift();
      else this.#chunks[0] = chunk.subarray(part.length);
    }
    this.length -= filled;
    return output.length - filled;
  }

  clear(): void {
    this.#chunks.length = 0;
    this.length = 0;
  }
}

export class BrotliDecoder implements Codec {
  availableIn = 0;
  availableOut = 0;
  #stream = new glue.DecompressStream();
  #isDone = false;
  readonly #queue = new OutputQueue();

  /** The decoder stopped because it had no room for output. */
  #holdsOutput = false;

  run(flush: number, input: Uint8Array, output: Uint8Array): CodecError | null {
    let rest = input;
    // No more output than requested, because a few bytes can expand to gigabytes.
    while ((rest.length > 0 || this.#holdsOutput) && !this.#isDone && this.#queue.length < output.length) {
      let result: StepResult;
      try {
        result = this.#stream.decompress(rest, CHUNK_BYTES);
      } catch (error) {
        return broken(error);
      }
      this.#queue.push(result.buf);
      rest = rest.subarray(result.input_offset);
      this.#isDone = result.code === glue.BrotliStreamResultCode.ResultSuccess;
      this.#holdsOutput = result.code === glue.BrotliStreamResultCode.NeedsMoreOutput;
    }
    this.availableOut = this.#queue.fill(output);
    this.availableIn = rest.length;
    return flush === BROTLI_OPERATION.finish && !this.#isDone && this.availableOut > 0 ? truncated : null;
  }

  reset(): CodecError | null {
    this.#stream = new glue.DecompressStream();
    this.#isDone = false;
    this.#holdsOutput = false;
    this.#queue.clear();
    return null;
  }

  params(): CodecError | null {
    return null;
  }
}

/**
 * The encoder has no flush, so some input is held back. If the stream is flushed, its data is stored uncompressed in blocks that end on a
 * byte boundary; otherwise it is compressed as a whole.
 */
export class BrotliEncoder implements Codec {
  availableIn = 0;
  availableOut = 0;
  #stream: InstanceType<typeof glue.CompressStream> | null = null;
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #isStoring = false;
  #hasEnded = false;
  readonly #queue = new OutputQueue();

  constructor(private readonly quality: number) {}

  run(flush: number, input: Uint8Array, output: Uint8Array): CodecError | null {
    if (input.length > 0) {
      this.#held.push(input.slice());
      this.#heldBytes += input.length;
    }
    const isAtFlush = flush === BROTLI_OPERATION.flush;
    if (isAtFlush && this.#stream === null) this.#store();
    else if (this.#heldBytes > HELD_BYTES && !this.#isStoring) this.#compress();
    if (flush === BROTLI_OPERATION.finish && !this.#hasEnded) this.#end();
    this.availableOut = this.#queue.fill(output);
    this.availableIn = 0;
    return null;
  }

  #takeHeld(): Uint8Array[] {
    const held = this.#held;
    this.#held = [];
    this.#heldBytes = 0;
    return held;
  }

  #compress(): void {
    this.#stream ??= new glue.CompressStream(this.quality);
    for (const chunk of this.#takeHeld()) this.#feed(chunk);
  }

  #feed(given: Uint8Array | undefined): void {
    let input = given;
    for (;;) {
      const result = this.#stream?.compress(input, CHUNK_BYTES);
      if (result === undefined) return;
      this.#queue.push(result.buf);
      if (input !== undefined) input = input.subarray(result.input_offset);
      const isInputLeft = input !== undefined && input.length > 0;
      if (result.code !== glue.BrotliStreamResultCode.NeedsMoreOutput && !isInputLeft) return;
    }
  }

  #store(): void {
    let isFirst = !this.#isStoring;
    this.#isStoring = true;
    for (const chunk of this.#takeHeld())
      for (let start = 0; start < chunk.length; start += STORED_BYTES) {
        const part = chunk.subarray(start, start + STORED_BYTES);
        // The block's header: not the last block, four nibbles of length, the length minus one, uncompressed; then zero bits up to the byte
        // boundary.
        const bits = (part.length - 1) * 8 + 2 ** 19;
        const shifted = isFirst ? bits * 2 ** STORED_HEAD_BITS : bits;
        this.#queue.push(Uint8Array.of(shifted & 0xff, (shifted >>> 8) & 0xff, (shifted >>> 16) & 0xff));
        this.#queue.push(part);
        isFirst = false;
      }
    // Only the header, followed by an empty metadata block.
    if (isFirst) this.#queue.push(Uint8Array.of(0b0000_1100));
  }

  #end(): void {
    this.#hasEnded = true;
    if (this.#isStoring) {
      this.#store();
      // The header of a block that is the last and empty.
      this.#queue.push(Uint8Array.of(0b11));
      return;
    }
    this.#compress();
    this.#feed(undefined);
  }

  reset(): CodecError | null {
    this.#stream = null;
    this.#takeHeld();
    this.#isStoring = false;
    this.#hasEnded = false;
    this.#queue.clear();
    return null;
  }

  params(): CodecError | null {
    return null;
  }
}
