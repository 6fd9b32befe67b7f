/** The int32 slots at the front; the entries follow. */
const Slot = { LOCK: 0, WRITE: 1, READ: 2, POKED: 3, READER: 4 } as const;
const HEADER_BYTES = 20;
const FIRST_BYTES = 4096;
/** Messages that do not fit are sent as ordinary ones. */
const MAX_BYTES = 16 * 1024 * 1024;

const EntryKind = { TEXT: 1, MESSAGE: 2 } as const;

/** `text` holds the message itself; `message` refers to the one with this number that arrives on the port. */
export type QueueEntry = { kind: 'text'; text: string } | { kind: 'message'; number: number };

export function createQueueBuffer(): SharedArrayBuffer {
  return new SharedArrayBuffer(FIRST_BYTES, { maxByteLength: MAX_BYTES });
}

/**
 * One direction of a message port, in shared memory. Its entries can be read without the event loop, which
 * `receiveMessageOnPort` after `Atomics.wait` requires (synckit, tinypool); a browser's port delivers only to the event loop.
 *
 *     int32 lock | write position | read position | poked | reading thread | entries: int32 kind, int32 bytes or number, text as UTF-8 …
 */
export class SharedQueue {
  readonly #header: Int32Array;

  constructor(readonly buffer: SharedArrayBuffer) {
    this.#header = new Int32Array(buffer, 0, HEADER_BYTES / 4);
  }

  /** The thread that reads the entries. */
  get reader(): number {
    return Atomics.load(this.#header, Slot.READER);
  }
  set reader(threadId: number) {
    Atomics.store(this.#header, Slot.READER, threadId);
  }

  /** Returns false if there is no room. */
  push(entry: QueueEntry): boolean {
    const text = entry.kind === 'text' ? new TextEncoder().encode(entry.text) : new Uint8Array(0);
    return this.#locked(() => {
      if (this.#get(Slot.READ) === this.#get(Slot.WRITE)) {
        this.#set(Slot.READ, HEADER_BYTES);
        this.#set(Slot.WRITE, HEADER_BYTES);
      }
      const start = this.#get(Slot.WRITE);
      // Entries start at multiples of four, for the int32 values in front.
      const end = start + 8 + Math.ceil(text.length / 4) * 4;
      if (end > MAX_BYTES) return false;
      if (end > this.buffer.byteLength) this.buffer.grow(Math.min(MAX_BYTES, end * 2));
      const head = new Int32Array(this.buffer, start, 2);
      head[0] = entry.kind === 'text' ? EntryKind.TEXT : EntryKind.MESSAGE;
      head[1] = entry.kind === 'text' ? text.length : entry.number;
      new Uint8Array(this.buffer, start + 8, text.length).set(text);
      this.#set(Slot.WRITE, end);
      return true;
    });
  }

  /** Returns the first entry without removing it. */
  peek(): QueueEntry | null {
    return this.#locked(() => {
      const start = this.#get(Slot.READ);
      if (start === this.#get(Slot.WRITE)) return null;
      const [kind = 0, size = 0] = new Int32Array(this.buffer, start, 2);
      if (kind === EntryKind.MESSAGE) return { kind: 'message', number: size };
      // A decoder rejects shared memory.
      const bytes = new Uint8Array(size);
      bytes.set(new Uint8Array(this.buffer, start + 8, size));
      return { kind: 'text', text: new TextDecoder().decode(bytes) };
    });
  }

  shift(): void {
    this.#locked(() => {
      const start = this.#get(Slot.READ);
      const [kind = 0, size = 0] = new Int32Array(this.buffer, start, 2);
      this.#set(Slot.READ, start + 8 + (kind === EntryKind.TEXT ? Math.ceil(size / 4) * 4 : 0));
    });
  }

  /** Returns true for the first of several calls: a single wake-up suffices. */
  markPoked(): boolean {
    return Atomics.exchange(this.#header, Slot.POKED, 1) === 0;
  }

  clearPoked(): void {
    Atomics.store(this.#header, Slot.POKED, 0);
  }

  #get(slot: number): number {
    return this.#header[slot] ?? 0;
  }

  #set(slot: number, value: number): void {
    this.#header[slot] = value;
  }

  /** The lock is held for microseconds, so the other side spins. */
  #locked<Result>(body: () => Result): Result {
    while (Atomics.compareExchange(this.#header, Slot.LOCK, 0, 1) !== 0);
    try {
      if (this.#get(Slot.WRITE) === 0) {
        this.#set(Slot.READ, HEADER_BYTES);
        this.#set(Slot.WRITE, HEADER_BYTES);
      }
      return body();
    } finally {
      Atomics.store(this.#header, Slot.LOCK, 0);
    }
  }
}
