import { joinBytes } from 'devonz-engine-protocol/join-bytes';

/** The client's side of RFC 6455 frames: sent frames are masked, received ones must not be. */
export type Opcode = 'continuation' | 'text' | 'binary' | 'close' | 'ping' | 'pong';

export interface Frame {
  isFinal: boolean;
  opcode: Opcode;
  payload: Uint8Array;
}

const CODES: Record<Opcode, number> = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 };
const OPCODES = new Map(Object.entries(CODES).map(([name, code]) => [code, name as Opcode])); // Object.entries loses the key's type.

export function encodeFrame(opcode: Opcode, payload: Uint8Array, mask: Uint8Array): Uint8Array {
  const { length } = payload;
  const extra = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const frame = new Uint8Array(2 + extra + 4 + length);
  const view = new DataView(frame.buffer);
  frame[0] = 0x80 | CODES[opcode];
  frame[1] = 0x80 | (extra === 0 ? length : extra === 2 ? 126 : 127);
  if (extra === 2) view.setUint16(2, length);
  if (extra === 8) view.setBigUint64(2, BigInt(length));
  frame.set(mask, 2 + extra);
  for (let at = 0; at < length; at += 1) frame[6 + extra + at] = (payload[at] ?? 0) ^ (mask[at % 4] ?? 0);
  return frame;
}

export class FrameError extends Error {
  override readonly name = 'FrameError';
  /** The status code for the close frame. */
  readonly status = 1002;
}

/** Parses bytes, in slices of any size, into frames. Throws `FrameError` for frames that a server must not send. */
export class FrameReader {
  private waiting: Uint8Array[] = [];
  private size = 0;
  private needed = 2;

  constructor(private readonly onFrame: (frame: Frame) => void) {}

  push(data: Uint8Array): void {
    this.waiting.push(data);
    this.size += data.length;
    // Slices are joined only when a whole frame is available, so that a large message in small slices takes linear time.
    while (this.size >= this.needed) {
      const whole = joinBytes(this.waiting);
      const frame = readFrame(whole);
      if (frame.needed > whole.length) {
        this.waiting = [whole];
        this.needed = frame.needed;
        return;
      }
      const rest = whole.subarray(frame.needed);
      this.waiting = rest.length > 0 ? [rest] : [];
      this.size = rest.length;
      this.needed = 2;
      if (frame.value) this.onFrame(frame.value);
    }
  }
}

/** Returns how many bytes complete the frame, or at least the next part of its head, as `needed`. */
function readFrame(bytes: Uint8Array): { needed: number; value?: Frame } {
  const first = bytes[0] ?? 0;
  const second = bytes[1] ?? 0;
  const opcode = OPCODES.get(first & 0x0f);
  if (opcode === undefined) throw new FrameError(`Unknown opcode ${first & 0x0f}`);
  if ((first & 0x70) !== 0) throw new FrameError('Reserved bits are set, and no extension was agreed on');
  if ((second & 0x80) !== 0) throw new FrameError('A server must not mask its frames');
  const isFinal = (first & 0x80) !== 0;
  const short = second & 0x7f;
  if (first & 0x08 && (short > 125 || !isFinal)) throw new FrameError('A control frame is short and in one piece');
  const head = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (bytes.length < head) return { needed: head };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = short < 126 ? short : short === 126 ? view.getUint16(2) : Number(view.getBigUint64(2));
  if (!Number.isSafeInteger(length)) throw new FrameError('The frame is too long');
  const needed = head + length;
  if (bytes.length < needed) return { needed };
  return { needed, value: { isFinal, opcode, payload: bytes.slice(head, needed) } };
}
