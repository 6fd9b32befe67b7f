import { CHANNEL_HEADER_BYTES, ChannelSlot, RequestState } from './wire.ts';

/** The maximum UTF-16 units of a request; longer ones are sent by the port. */
const MAX_UNITS = 4096;
/** The maximum bytes attached to a request; larger ones are sent by the port, which transfers them without a copy. */
const MAX_BYTES = 64 * 1024;
const BYTES_OFFSET = CHANNEL_HEADER_BYTES + MAX_UNITS * 2;

export type MailboxRequest = { type: 'sync'; name: string; args: unknown[] } | { type: 'more' };

/**
 * Synchronous requests through shared memory, while the kernel watches it: a message through the port wakes the kernel's thread, which
 * costs 25 to 50 µs if the cores are asleep, ten times the call itself.
 *
 *   process                                   kernel
 *   WATCHED is 1, all posted is received?     (has just answered) WATCHED = 1, polls REQUEST for some microseconds
 *   writes the request, REQUEST = CALL        takes it: REQUEST CALL → NONE, answers, polls on
 *   WATCHED still 1? waits for the answer     WATCHED = 0, checks REQUEST a final time, returns to its messages
 *   else takes it back: REQUEST CALL → NONE,
 *   and posts it; if it is gone, the kernel's final check took it
 *
 * Because all of these operations are sequentially consistent, either the process sees WATCHED 0 or the kernel's final check sees the
 * request; if both do, the exchange of REQUEST decides who gets it. A request never overtakes earlier messages of the process, which
 * RECEIVED counts.
 */
export class RequestMailbox {
  readonly #header: Int32Array;
  readonly #units: Uint16Array;
  readonly #bytes: Uint8Array;

  constructor(buffer: SharedArrayBuffer) {
    this.#header = new Int32Array(buffer, 0, CHANNEL_HEADER_BYTES / 4);
    this.#units = new Uint16Array(buffer, CHANNEL_HEADER_BYTES, MAX_UNITS);
    this.#bytes = new Uint8Array(buffer, BYTES_OFFSET, MAX_BYTES);
  }

  /**
   * Process: returns whether the kernel has received, or will receive, the request. `posted` is the number of messages sent by the port so
   * far.
   */
  offer(request: MailboxRequest, posted: number): boolean {
    if (Atomics.load(this.#header, ChannelSlot.WATCHED) === 0) return false;
    if (Atomics.load(this.#header, ChannelSlot.RECEIVED) !== (posted | 0)) return false;
    if (request.type === 'sync' && !this.#write(request.name, request.args)) return false;
    Atomics.store(this.#header, ChannelSlot.REQUEST, request.type === 'sync' ? RequestState.CALL : RequestState.MORE);
    if (Atomics.load(this.#header, ChannelSlot.WATCHED) === 1) return true;
    return Atomics.exchange(this.#header, ChannelSlot.REQUEST, RequestState.NONE) === RequestState.NONE;
  }

  /** Kernel: counts a message received by the port. */
  countReceived(): void {
    Atomics.add(this.#header, ChannelSlot.RECEIVED, 1);
  }

  /** Kernel: enables or disables requests by the mailbox. Call `take` once more after disabling it. */
  setWatched(isWatched: boolean): void {
    Atomics.store(this.#header, ChannelSlot.WATCHED, isWatched ? 1 : 0);
  }

  /** Kernel: takes the pending request, if any. */
  take(): MailboxRequest | null {
    if (Atomics.load(this.#header, ChannelSlot.REQUEST) === RequestState.NONE) return null;
    const state = Atomics.exchange(this.#header, ChannelSlot.REQUEST, RequestState.NONE);
    if (state === RequestState.NONE) return null;
    return state === RequestState.MORE ? { type: 'more' } : this.#read();
  }

  /** Writes numbers, strings, booleans and null as JSON, and at most one byte array next to it. Returns false if there is anything else. */
  #write(name: string, args: readonly unknown[]): boolean {
    let bytesAt = -1;
    for (const [index, value] of args.entries()) {
      if (value === null || typeof value === 'string' || typeof value === 'boolean') continue;
      if (typeof value === 'number' && Number.isFinite(value)) continue;
      if (!(value instanceof Uint8Array) || bytesAt !== -1 || value.byteLength > MAX_BYTES) return false;
      bytesAt = index;
    }
    const bytes = args[bytesAt];
    const plain = bytesAt === -1 ? args : args.with(bytesAt, null);
    const text = JSON.stringify([name, ...plain]);
    if (text.length > MAX_UNITS) return false;
    for (let at = 0; at < text.length; at += 1) this.#units[at] = text.charCodeAt(at);
    this.#header[ChannelSlot.REQUEST_UNITS] = text.length;
    this.#header[ChannelSlot.REQUEST_BYTES_AT] = bytesAt;
    if (bytes instanceof Uint8Array) {
      this.#bytes.set(bytes);
      this.#header[ChannelSlot.REQUEST_BYTES] = bytes.byteLength;
    }
    return true;
  }

  #read(): MailboxRequest {
    // The process wrote the shared memory and may be hostile, so lengths are bounded by the views.
    const units = this.#units.subarray(0, this.#header[ChannelSlot.REQUEST_UNITS]);
    const text: string = Reflect.apply(String.fromCharCode, undefined, units);
    const bytesAt = this.#header[ChannelSlot.REQUEST_BYTES_AT] ?? -1;
    const [name, ...args] = parseRequest(text);
    // Copied: a view would still be shared with the process, which could change it after validation.
    if (bytesAt in args) args[bytesAt] = new Uint8Array(this.#bytes.subarray(0, this.#header[ChannelSlot.REQUEST_BYTES]));
    return { type: 'sync', name: String(name), args };
  }
}

/** Parses a request; an unreadable one becomes a call that does not exist, which the kernel rejects. */
function parseRequest(text: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}
