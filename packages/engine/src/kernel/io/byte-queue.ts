import { systemError } from '../../abi/error-codes.ts';
import { type Answer, type Caller, WaitList } from './wait-list.ts';

/** Writes up to this size are never interleaved with those of another writer (Linux's PIPE_BUF). */
const ATOMIC_WRITE_BYTES = 4096;
const EMPTY = new Uint8Array(0);

/** One direction of a pipe, socket or terminal: an ordered byte stream. Readers wait while it is empty, writers while it is full. */
export class ByteQueue {
  readonly #capacity: number;
  readonly #readers = new WaitList();
  /** Strictly ordered, because a writer may send several pieces before the first is confirmed. */
  readonly #writers = new WaitList(true);
  #chunks: Uint8Array[] = [];
  #size = 0;
  #isEnded = false;
  #isAbandoned = false;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#size;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  get isAbandoned(): boolean {
    return this.#isAbandoned;
  }

  /** Returns an empty array at the end. */
  read(caller: Caller, length: number): Answer<Uint8Array> {
    if (length === 0) return EMPTY;
    return this.#readers.wait(caller, () => {
      if (this.#size > 0) return this.#take(length);
      return this.#isEnded ? EMPTY : undefined;
    });
  }

  /**
   * Resolves once all of `data` has been consumed. Throws EPIPE if no reader is left. `beforePart` may push bytes that belong right before
   * each part.
   */
  write(caller: Caller, data: Uint8Array, beforePart?: () => void): Answer<number> {
    let taken = 0;
    return this.#writers.wait(caller, () => {
      // A reader may consume a part immediately, which frees space.
      while (taken < data.byteLength) {
        if (this.#isAbandoned || this.#isEnded) throw systemError('EPIPE');
        const left = data.byteLength - taken;
        const space = this.#capacity - this.#size;
        const isSplittable = data.byteLength > ATOMIC_WRITE_BYTES;
        if (left > space && (!isSplittable || space <= 0)) return undefined;
        const part = left <= space ? data.subarray(taken) : data.subarray(taken, taken + space);
        taken += part.byteLength;
        beforePart?.();
        this.push(part);
      }
      return taken;
    });
  }

  /** Appends `data` regardless of the capacity. */
  push(data: Uint8Array): void {
    if (this.#isAbandoned || data.byteLength === 0) return;
    this.#chunks.push(data);
    this.#size += data.byteLength;
    this.#readers.wake();
  }

  /** Marks the end of writing. */
  end(): void {
    this.#isEnded = true;
    this.#readers.wake();
    this.#writers.wake();
  }

  /** Marks the end of reading. */
  abandon(): void {
    this.#isAbandoned = true;
    this.#chunks = [];
    this.#size = 0;
    this.#writers.wake();
  }

  #take(length: number): Uint8Array {
    const first = this.#chunks[0];
    if (first === undefined) return EMPTY;
    const wanted = Math.min(length, this.#size);
    this.#size -= wanted;
    let result: Uint8Array;
    if (first.byteLength >= wanted) {
      result = first.subarray(0, wanted);
      this.#drop(wanted);
    } else {
      result = new Uint8Array(wanted);
      for (let at = 0; at < wanted; ) {
        const chunk = this.#chunks[0];
        if (chunk === undefined) break;
        const part = chunk.subarray(0, wanted - at);
        result.set(part, at);
        at += part.byteLength;
        this.#drop(part.byteLength);
      }
    }
    this.#writers.wake();
    return result;
  }

  /** Removes bytes of the first chunk. */
  #drop(bytes: number): void {
    const first = this.#chunks[0];
    if (first === undefined) return;
    if (first.byteLength === bytes) this.#chunks.shift();
    else this.#chunks[0] = first.subarray(bytes);
  }
}
