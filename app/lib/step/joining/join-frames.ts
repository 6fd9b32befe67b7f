import { joinBytes } from 'devonz-engine-protocol/join-bytes';
import { type EventDelta, readEventDelta } from '../event-delta.ts';
import { PRELUDE, readEventFrame, writeEventFrame } from './event-frame.ts';
import { type Held, HeldDeltas } from './held-deltas.ts';
import type { JoinEventsOptions } from './join-events-options.ts';
import { joinStream, type StreamJoiner } from './join-stream.ts';

/** `joinEvents` for the binary frames in which Bedrock sends its events. */
export function joinFrames(body: ReadableStream<Uint8Array>, options: JoinEventsOptions = {}): ReadableStream<Uint8Array> {
  return joinStream(body, new FrameJoiner(options), options);
}

/** An event that only continues a text. */
interface ReadFrame {
  frame: Uint8Array;
  headers: Uint8Array;
  event: unknown;
  delta: EventDelta;
}

class FrameJoiner implements StreamJoiner {
  readonly #deltas: HeldDeltas<ReadFrame>;
  /** The beginning of an incomplete frame. */
  #pieces: Uint8Array[] = [];
  #piecesLength = 0;
  /** The data does not begin like a frame: it is passed to the SDK unchanged. */
  #isOther = false;
  #output: Uint8Array[] = [];

  constructor(options: JoinEventsOptions) {
    this.#deltas = new HeldDeltas(options, (held) => this.#pass(held.texts.length === 1 ? held.frame : joinedFrame(held)));
  }

  get hasOutput(): boolean {
    return this.#output.length > 0;
  }

  takeOutput(): Uint8Array {
    const output = inOne(this.#output);
    this.#output = [];
    return output;
  }

  due(): Promise<null> | null {
    return this.#deltas.due();
  }

  waited(): void {
    this.#deltas.waited();
  }

  add(bytes: Uint8Array): void {
    this.#deltas.wake();
    this.#pieces.push(bytes);
    this.#piecesLength += bytes.byteLength;
    if (!this.#isOther && this.#piecesLength >= this.#nextLength()) this.#addFrames();
    if (this.#isOther) this.#passPieces();
    else this.#deltas.checkPiece(this.#piecesLength);
  }

  end(): void {
    this.#deltas.end();
    // Half a frame is passed on, so that the SDK reports that the answer was cut off.
    this.#passPieces();
  }

  stop(): void {
    this.#deltas.stop();
  }

  /** Length of the frame at the start of the pieces. They are joined only when it is complete, so that a long frame is copied once. */
  #nextLength(): number {
    if (this.#piecesLength < PRELUDE) return PRELUDE;
    const [first] = this.#pieces;
    if (first === undefined || first.byteLength < PRELUDE) this.#pieces = [inOne(this.#pieces)];
    return lengthOf(this.#pieces[0] ?? new Uint8Array(PRELUDE));
  }

  #addFrames(): void {
    const all = inOne(this.#pieces);
    let at = 0;
    while (all.byteLength - at >= PRELUDE) {
      const length = lengthOf(all.subarray(at));
      this.#isOther = length <= PRELUDE;
      if (this.#isOther || all.byteLength - at < length) break;
      this.#addFrame(all.subarray(at, at + length));
      at += length;
    }
    // A copy, so that the whole read buffer is not kept for its last bytes.
    this.#pieces = [all.slice(at)];
    this.#piecesLength = all.byteLength - at;
  }

  #addFrame(frame: Uint8Array): void {
    this.#deltas.countEvent();
    this.#deltas.add(readFrame(frame), () => this.#pass(frame));
  }

  #pass(frame: Uint8Array): void {
    this.#deltas.countJoined();
    this.#send(frame);
  }

  #passPieces(): void {
    for (const piece of this.#pieces) if (piece.byteLength > 0) this.#send(piece);
    this.#pieces = [];
    this.#piecesLength = 0;
  }

  #send(bytes: Uint8Array): void {
    this.#deltas.countSize(bytes.byteLength);
    this.#output.push(bytes);
  }
}

function readFrame(frame: Uint8Array): ReadFrame | null {
  const read = readEventFrame(frame);
  if (read?.eventType !== 'contentBlockDelta') return null;
  try {
    const event: unknown = JSON.parse(new TextDecoder().decode(read.payload));
    const delta = readEventDelta(event);
    return delta === null ? null : { frame, headers: read.headers, event, delta };
  } catch {
    return null;
  }
}

function joinedFrame({ headers, event, delta, texts }: Held<ReadFrame>): Uint8Array {
  delta.holder[delta.name] = texts.join('');
  return writeEventFrame(headers, new TextEncoder().encode(JSON.stringify(event)));
}

function lengthOf(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0);
}

function inOne(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined) return only;
  return joinBytes(pieces);
}
