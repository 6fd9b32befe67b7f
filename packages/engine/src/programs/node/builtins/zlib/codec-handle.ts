import { nodeError } from '../../errors/node-error.ts';
import type { EventLoop } from '../../event-loop/event-loop.ts';
import type { Codec, CodecError } from './codec.ts';

type ErrorListener = (message: string, errno: number, code: string) => void;
type MakeCodec = (settings: unknown[]) => Codec;

const nothing = new Uint8Array(0);

/**
 * The `_handle` of a zlib stream. Packages access it: minizlib temporarily replaces its `close`, so that the synchronous
 * `_processChunk` does not end the stream.
 */
export class CodecHandle {
  onerror: ErrorListener | null = null;
  /** The state of the current chunk; the stream stores it here, as in Node. */
  buffer: Uint8Array | null = null;
  cb: (error?: unknown) => void = () => {};
  availOutBefore = 0;
  availInBefore = 0;
  inOff = 0;
  flushFlag = 0;
  #codec: Codec | null = null;
  #writeState: Uint32Array = new Uint32Array(2);
  #afterWrite: () => void = () => {};
  #isWriting = false;
  #isClosing = false;

  constructor(
    private readonly loop: EventLoop,
    private readonly makeCodec: MakeCodec,
  ) {
    for (const name of ['loop', 'makeCodec', 'buffer', 'cb', 'availOutBefore', 'availInBefore', 'inOff', 'flushFlag'])
      Object.defineProperty(this, name, { enumerable: false });
  }

  /** Initializes the codec with its settings. */
  init(settings: unknown[], writeState: Uint32Array, afterWrite: () => void): void {
    this.#writeState = writeState;
    this.#afterWrite = afterWrite;
    this.#codec = this.makeCodec(settings);
  }

  #run(
    flush: number,
    input: Uint8Array | null,
    inOffset: number,
    inLength: number,
    output: Uint8Array,
    outOffset: number,
    outLength: number,
  ) {
    const codec = this.#codec;
    if (codec === null) return null;
    const from = input === null ? nothing : input.subarray(inOffset, inOffset + inLength);
    const error = codec.run(flush, from, output.subarray(outOffset, outOffset + outLength));
    if (error === null) {
      this.#writeState[0] = codec.availableOut;
      this.#writeState[1] = codec.availableIn;
    }
    return error;
  }

  #tell(error: CodecError): void {
    this.onerror?.(error.message, error.errno, error.code);
    if (this.#isClosing) this.close();
  }

  /** Works as if on another thread: runs once the stack is empty, and then calls back. */
  write(
    flush: number,
    input: Uint8Array | null,
    inOffset: number,
    inLength: number,
    output: Uint8Array,
    outOffset: number,
    outLength: number,
  ) {
    if (this.#codec === null) throw nodeError(Error, 'ERR_INTERNAL_ASSERTION', 'zlib binding closed');
    if (this.#isWriting) throw nodeError(Error, 'ERR_INTERNAL_ASSERTION', 'write already in progress');
    this.#isWriting = true;
    this.loop.post(() => {
      const error = this.#isClosing ? null : this.#run(flush, input, inOffset, inLength, output, outOffset, outLength);
      this.#isWriting = false;
      if (error !== null) {
        this.#tell(error);
        return;
      }
      this.#afterWrite();
      if (this.#isClosing) this.close();
    });
  }

  writeSync(
    flush: number,
    input: Uint8Array | null,
    inOffset: number,
    inLength: number,
    output: Uint8Array,
    outOffset: number,
    outLength: number,
  ) {
    if (this.#codec === null) throw nodeError(Error, 'ERR_INTERNAL_ASSERTION', 'zlib binding closed');
    const error = this.#run(flush, input, inOffset, inLength, output, outOffset, outLength);
    if (error !== null) this.#tell(error);
  }

  params(level: number, strategy: number): void {
    const error = this.#codec?.params(level, strategy) ?? null;
    if (error !== null) this.#tell(error);
  }

  reset(): void {
    const error = this.#codec?.reset() ?? null;
    if (error !== null) this.#tell(error);
  }

  close(): void {
    if (this.#isWriting) {
      this.#isClosing = true;
      return;
    }
    this.#isClosing = false;
    this.#codec = null;
  }

  getAsyncId(): number {
    return 0;
  }
}
