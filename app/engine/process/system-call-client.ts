import { errorNames, systemError, withoutStack } from '../kernel/error-codes.ts';
import type { FileStatus, KernelPush, SystemCalls, SystemError } from '../kernel/system-calls.ts';
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
} from '../kernel/wire.ts';
import type { ProgramContext } from './program.ts';

export interface SystemCallClient {
  system: SystemCalls;
  /** For a thread: its end of a channel of its own, to be transferred to it (both of them). */
  openChannel(): { port: MessagePort; buffer: SharedArrayBuffer };
  startThread: ProgramContext['startThread'];
}

/** A process's side of its channel to the kernel (see wire.ts). */
export function createSystemCallClient(port: MessagePort, buffer: SharedArrayBuffer): SystemCallClient {
  const pending = new Map<number, { resolve: (value: unknown) => void; reject: (error: SystemError) => void }>();
  const listeners = new Set<(push: KernelPush) => void>();
  const answers = new SyncAnswers(port, buffer);
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
      send(port, { type: 'sync', name, args }, args);
      return answers.take();
    },
    async(name: string, ...args: unknown[]): Promise<unknown> {
      const id = nextId++;
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject });
        send(port, { type: 'async', id, name, args }, args);
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
    openChannel() {
      const { port1, port2 } = new MessageChannel();
      const own = new SharedArrayBuffer(CHANNEL_BUFFER_BYTES);
      const message: ProcessToKernel = { type: 'channel', port: port1, buffer: own };
      port.postMessage(message, [port1]);
      return { port: port2, buffer: own };
    },
    startThread(threadPort, given) {
      const id = nextThread++;
      const start: ProcessToKernel = { type: 'thread', id, port: threadPort, ...given };
      port.postMessage(start, [threadPort]);
      return () => {
        const end: ProcessToKernel = { type: 'end-thread', id };
        port.postMessage(end);
      };
    },
  };
}

/** Byte arrays are sent as copies of exactly their bytes: a clone would take the whole buffer that a view stands on, or share it. */
function send(port: MessagePort, message: Extract<ProcessToKernel, { args: unknown[] }>, args: unknown[]): void {
  const transfer: Transferable[] = [];
  for (const [index, value] of args.entries()) {
    if (!(value instanceof Uint8Array)) continue;
    const copy = new Uint8Array(value);
    args[index] = copy;
    transfer.push(copy.buffer);
  }
  port.postMessage(message, transfer);
}

function parseError(text: string): SystemError {
  const space = text.indexOf(' ');
  return withoutStack(text.slice(0, space), text.slice(space + 1));
}

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
  readonly #port: MessagePort;
  readonly #header: Int32Array;
  readonly #number: Float64Array;
  readonly #payload: Uint8Array;
  readonly #numbers: Float64Array;
  readonly #decoder = new TextDecoder('utf-16le');

  constructor(port: MessagePort, buffer: SharedArrayBuffer) {
    this.#port = port;
    this.#header = new Int32Array(buffer, 0, CHANNEL_HEADER_BYTES / 4);
    this.#number = new Float64Array(buffer, 0, CHANNEL_HEADER_BYTES / 8);
    this.#payload = new Uint8Array(buffer, CHANNEL_HEADER_BYTES);
    this.#numbers = new Float64Array(buffer, CHANNEL_HEADER_BYTES);
  }

  expect(): void {
    Atomics.store(this.#header, ChannelSlot.STATE, ChannelState.WAITING);
  }

  /** Stands still until the answer is there. */
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
    // `slice` of a view on shared memory would be shared again.
    const result = new Uint8Array(length);
    result.set(this.#payload.subarray(0, Math.min(length, room)));
    for (let at = room; at < length; at += room) {
      this.expect();
      const request: ProcessToKernel = { type: 'more' };
      this.#port.postMessage(request);
      this.#wait();
      result.set(this.#payload.subarray(0, Math.min(length - at, room)), at);
    }
    return result;
  }

  #wait(): void {
    Atomics.wait(this.#header, ChannelSlot.STATE, ChannelState.WAITING);
  }
}
