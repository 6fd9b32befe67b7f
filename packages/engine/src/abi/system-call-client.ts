import { AdaptiveSpin } from './adaptive-spin.ts';
import { errorNames, systemError, withoutStack } from './error-codes.ts';
import type { ProgramContext } from './program.ts';
import { RequestMailbox } from './request-mailbox.ts';
import type { FileStatus, KernelPush, SystemCalls, SystemError } from './system-calls.ts';
import {
  AnswerKind,
  CHANNEL_BUFFER_BYTES,
  CHANNEL_HEADER_BYTES,
  ChannelSlot,
  ChannelState,
  type KernelToProcess,
  type ProcessToKernel,
  STATUS_KINDS,
  STATUS_NUMBERS,
} from './wire.ts';

export interface SystemCallClient {
  system: SystemCalls;
  /** Creates the process's end of a new channel for a thread; transfer both parts to it. */
  openChannel(): { port: MessagePort; buffer: SharedArrayBuffer };
  startThread: ProgramContext['startThread'];
  keepModule: NonNullable<ProgramContext['keepModule']>;
  /** Returns whether no asynchronous call is pending. */
  isIdle(): boolean;
  /** Informs the kernel that this worker may run another program. */
  noteClean(): void;
}

/** Creates a process's side of its channel to the kernel (see wire.ts). */
export function createSystemCallClient(port: MessagePort, buffer: SharedArrayBuffer): SystemCallClient {
  const pending = new Map<number, { resolve: (value: unknown) => void; reject: (error: SystemError) => void }>();
  const listeners = new Set<(push: KernelPush) => void>();
  const mailbox = new RequestMailbox(buffer);
  let posted = 0;
  const post = (message: ProcessToKernel, transfer: Transferable[] = []): void => {
    posted += 1;
    port.postMessage(message, transfer);
  };
  const askForMore = (): void => {
    if (!mailbox.offer({ type: 'more' }, posted)) post({ type: 'more' });
  };
  const answers = new SyncAnswers(buffer, askForMore);
  let nextId = 1;
  port.onmessage = ({ data: message }: MessageEvent<KernelToProcess>) => {
    if (message.type === 'push') {
      for (const listener of [...listeners]) listener(message.push);
      return;
    }
    const call = pending.get(message.id);
    pending.delete(message.id);
    if (message.type === 'answer') call?.resolve(message.value);
    else call?.reject(withoutStack(message.error.code, message.error.message));
  };
  const calls = {
    sync(name: string, ...args: unknown[]): unknown {
      answers.expect();
      if (!mailbox.offer({ type: 'sync', name, args }, posted)) post({ type: 'sync', name, args }, ownBytes(args));
      return answers.take();
    },
    async(name: string, ...args: unknown[]): Promise<unknown> {
      const id = nextId++;
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject });
        post({ type: 'async', id, name, args }, ownBytes(args));
      });
    },
    onPush(listener: (push: KernelPush) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  let nextThread = 1;
  return {
    // The interface ties each name to its arguments and result; the wire carries them as data.
    system: calls as SystemCalls,
    isIdle: () => pending.size === 0,
    noteClean: () => post({ type: 'clean' }),
    keepModule: (key, module) => post({ type: 'compiled', key, module }),
    openChannel() {
      const { port1, port2 } = new MessageChannel();
      const own = new SharedArrayBuffer(CHANNEL_BUFFER_BYTES);
      post({ type: 'channel', port: port1, buffer: own }, [port1]);
      return { port: port2, buffer: own };
    },
    startThread(threadPort, given) {
      const id = nextThread++;
      post({ type: 'thread', id, port: threadPort, ...given }, [threadPort]);
      return () => post({ type: 'end-thread', id });
    },
  };
}

/**
 * Replaces byte arrays by exact copies and returns their buffers for transfer; structured clone of a view would copy, or share, its whole
 * buffer.
 */
function ownBytes(args: unknown[]): Transferable[] {
  const transfer: Transferable[] = [];
  for (const [index, value] of args.entries()) {
    if (!(value instanceof Uint8Array)) continue;
    const copy = new Uint8Array(value);
    args[index] = copy;
    transfer.push(copy.buffer);
  }
  return transfer;
}

function parseError(text: string): SystemError {
  const space = text.indexOf(' ');
  return withoutStack(text.slice(0, space), text.slice(space + 1));
}

/** How long this side polls for an answer; the kernel's thread wakes up within 50 µs if a core is free. */
const WATCH_MILLISECONDS = 0.08;

const EMPTY_STATUS: FileStatus = {
  kind: 'file',
  size: 0,
  mode: 0,
  inode: 0,
  linkCount: 0,
  accessedAt: 0,
  modifiedAt: 0,
  changedAt: 0,
  createdAt: 0,
};

class SyncAnswers {
  readonly #askForMore: () => void;
  readonly #header: Int32Array;
  readonly #number: Float64Array;
  readonly #payload: Uint8Array;
  readonly #numbers: Float64Array;
  readonly #decoder = new TextDecoder('utf-16le');

  readonly #spin = new AdaptiveSpin();

  constructor(buffer: SharedArrayBuffer, askForMore: () => void) {
    this.#askForMore = askForMore;
    this.#header = new Int32Array(buffer, 0, CHANNEL_HEADER_BYTES / 4);
    this.#number = new Float64Array(buffer, 0, CHANNEL_HEADER_BYTES / 8);
    this.#payload = new Uint8Array(buffer, CHANNEL_HEADER_BYTES);
    this.#numbers = new Float64Array(buffer, CHANNEL_HEADER_BYTES);
  }

  expect(): void {
    Atomics.store(this.#header, ChannelSlot.STATE, ChannelState.WAITING);
  }

  /** Blocks until the answer has arrived. */
  take(): unknown {
    this.#wait();
    switch (this.#header[ChannelSlot.KIND]) {
      case AnswerKind.NUMBER:
        return this.#number[ChannelSlot.NUMBER];
      case AnswerKind.BYTES:
        return this.#bytes();
      case AnswerKind.JSON:
        return JSON.parse(this.#decoder.decode(this.#bytes()));
      case AnswerKind.STATUS:
        return this.#status();
      case AnswerKind.PLAIN_ERROR:
        throw systemError(errorNames[this.#number[ChannelSlot.NUMBER] ?? 0] ?? 'EIO');
      case AnswerKind.ERROR:
        throw parseError(this.#decoder.decode(this.#bytes()));
      default:
        return undefined;
    }
  }

  #status(): FileStatus {
    const numbers = this.#numbers;
    const status: FileStatus = { ...EMPTY_STATUS, kind: STATUS_KINDS[numbers[0] ?? 0] ?? 'file' };
    for (const [index, name] of STATUS_NUMBERS.entries()) status[name] = numbers[index + 1] ?? 0;
    return status;
  }

  #bytes(): Uint8Array {
    const length = this.#header[ChannelSlot.LENGTH] ?? 0;
    const room = this.#payload.byteLength;
    // `slice` of a view of shared memory would also return shared memory.
    const result = new Uint8Array(length);
    result.set(this.#payload.subarray(0, Math.min(length, room)));
    for (let at = room; at < length; at += room) {
      this.expect();
      this.#askForMore();
      this.#wait();
      result.set(this.#payload.subarray(0, Math.min(length - at, room)), at);
    }
    return result;
  }

  #wait(): void {
    if (this.#spin.pays() && this.#watch()) return;
    // A wake-up does not imply an answer: the kernel may have been delayed between its previous answer, which was seen without sleeping,
    // and that answer's notification.
    while (Atomics.load(this.#header, ChannelSlot.STATE) === ChannelState.WAITING)
      Atomics.wait(this.#header, ChannelSlot.STATE, ChannelState.WAITING);
  }

  /** Polls for the answer without sleeping, because a wake-up costs more than most calls. */
  #watch(): boolean {
    const until = performance.now() + WATCH_MILLISECONDS;
    do {
      for (let look = 0; look < 50; look += 1) {
        if (Atomics.load(this.#header, ChannelSlot.STATE) === ChannelState.WAITING) continue;
        this.#spin.won();
        return true;
      }
    } while (performance.now() < until);
    this.#spin.lost();
    return false;
  }
}
