import { AdaptiveSpin } from '../../abi/adaptive-spin.ts';
import { errorCodes, errorNames } from '../../abi/error-codes.ts';
import { type MailboxRequest, RequestMailbox } from '../../abi/request-mailbox.ts';
import { type FileStatus, SystemError } from '../../abi/system-calls.ts';
import {
  AnswerKind,
  CHANNEL_HEADER_BYTES,
  ChannelSlot,
  ChannelState,
  type KernelToProcess,
  type ProcessToKernel,
  STATUS_KINDS,
  STATUS_NUMBERS,
  type WireError,
} from '../../abi/wire.ts';
import { errorMessage } from '../../text/error-message.ts';
import type { Kernel } from '../kernel.ts';
import type { Process } from '../processes/process.ts';
import type { KeptModules } from './kept-modules.ts';

/** Starts another worker of the process. Returns a function that ends it. */
export type StartThread = (request: Extract<ProcessToKernel, { type: 'thread' }>) => () => void;

/** The kernel's side of a process's channel (see wire.ts). */
export interface ProcessChannel {
  send(message: KernelToProcess): void;
  /** Returns whether its worker may run another program. */
  isClean(): boolean;
  close(): void;
}

/** How long the kernel polls for the next request; a program that makes several calls in a row makes the next one within this time. */
const WATCH_MILLISECONDS = 0.04;
/** The maximum time of one stretch of polling, during which other processes wait. */
const STRETCH_MILLISECONDS = 2;

/** The process served by a channel, and the services that answer its calls. */
interface ServedProcess {
  kernel: Kernel;
  process: Process;
  startThread: StartThread;
  keptModules: KeptModules;
}

export function serveChannel(served: ServedProcess, port: MessagePort, buffer: SharedArrayBuffer): ProcessChannel {
  const { kernel, process, startThread, keptModules } = served;
  const answers = new SharedAnswers(buffer);
  const threads: ProcessChannel[] = [];
  let isClean = false;
  const workers = new Map<number, () => void>();
  const send = (message: KernelToProcess, transfer: Transferable[] = []) => port.postMessage(message, transfer);
  const mailbox = new RequestMailbox(buffer);
  const serve = watchMailbox(mailbox, (request) => {
    if (request.type === 'sync')
      return settle(
        () => kernel.call(process, request.name, request.args),
        (value) => answers.give(value),
        (error) => answers.fail(error),
      );
    answers.giveMore();
    return true;
  });
  port.onmessage = ({ data: message }: MessageEvent<ProcessToKernel>) => {
    mailbox.countReceived();
    switch (message.type) {
      case 'sync':
      case 'more':
        void serve(message);
        break;
      case 'async':
        settle(
          () => kernel.call(process, message.name, message.args),
          (value) => {
            const own = value instanceof Uint8Array ? value.slice() : value;
            send({ type: 'answer', id: message.id, value: own }, own instanceof Uint8Array ? [own.buffer] : []);
          },
          (error) => send({ type: 'error', id: message.id, error }),
        );
        break;
      case 'channel':
        threads.push(serveChannel(served, message.port, message.buffer));
        break;
      case 'thread':
        workers.set(message.id, startThread(message));
        break;
      case 'compiled':
        keptModules.keep(message.key, message.module);
        break;
      case 'clean':
        isClean = true;
        break;
      case 'end-thread':
        workers.get(message.id)?.();
        workers.delete(message.id);
        break;
    }
  };
  return {
    send,
    isClean: () => isClean,
    close() {
      port.close();
      for (const thread of threads) thread.close();
      for (const end of workers.values()) end();
    },
  };
}

/**
 * Serves a request that came by the port, then polls the mailbox for more, because another often follows soon. Polling ends if no request
 * comes for some microseconds, and at the latest after one stretch, because no other messages are received meanwhile. `answer` returns
 * whether it answered synchronously.
 */
function watchMailbox(mailbox: RequestMailbox, answer: (request: MailboxRequest) => boolean): (request: MailboxRequest) => Promise<void> {
  const spin = new AdaptiveSpin();
  return async (first) => {
    if (!spin.pays()) {
      answer(first);
      return;
    }
    // Set before answering, because the process may send the next request by then.
    mailbox.setWatched(true);
    let isAnswered = answer(first);
    let now = performance.now();
    const end = now + STRETCH_MILLISECONDS;
    let until = now + WATCH_MILLISECONDS;
    while (isAnswered && now < until) {
      // Promise callbacks of the last call run first, as between messages.
      await undefined;
      const request = mailbox.take();
      now = performance.now();
      if (request === null) continue;
      spin.won();
      isAnswered = answer(request);
      until = Math.min(now + WATCH_MILLISECONDS, end);
    }
    mailbox.setWatched(false);
    if (isAnswered && now < end) spin.lost();
    const last = mailbox.take();
    if (last !== null) answer(last);
  };
}

/** Avoids promises, because most calls are answered synchronously. Returns whether this one was. */
function settle(call: () => unknown, give: (value: unknown) => void, fail: (error: WireError) => void): boolean {
  try {
    const result = call();
    if (result instanceof Promise) {
      result.then(give, (error) => fail(toWireError(error)));
      return false;
    }
    give(result);
  } catch (error) {
    fail(toWireError(error));
  }
  return true;
}

function toWireError(error: unknown): WireError {
  if (error instanceof SystemError) return { code: error.code, message: error.message };
  // A program passed arguments that the call does not accept.
  return { code: 'EINVAL', message: errorMessage(error) };
}

class SharedAnswers {
  readonly #header: Int32Array;
  readonly #number: Float64Array;
  readonly #payload: Uint8Array;
  /** The payload as numbers. */
  readonly #numbers: Float64Array;
  #rest: Uint8Array | null = null;

  constructor(buffer: SharedArrayBuffer) {
    this.#header = new Int32Array(buffer, 0, CHANNEL_HEADER_BYTES / 4);
    this.#number = new Float64Array(buffer, 0, CHANNEL_HEADER_BYTES / 8);
    this.#payload = new Uint8Array(buffer, CHANNEL_HEADER_BYTES);
    this.#numbers = new Float64Array(buffer, CHANNEL_HEADER_BYTES);
  }

  give(value: unknown): void {
    if (value === undefined) this.#answer(AnswerKind.NOTHING, 0);
    else if (typeof value === 'number') {
      this.#number[ChannelSlot.NUMBER] = value;
      this.#answer(AnswerKind.NUMBER, 0);
    } else if (value instanceof Uint8Array) this.#giveBytes(AnswerKind.BYTES, value);
    else if (isStatus(value)) this.#giveStatus(value);
    else this.#giveBytes(AnswerKind.JSON, encodeUtf16(JSON.stringify(value)));
  }

  fail(error: WireError): void {
    const number = errorNames.indexOf(error.code);
    if (number !== -1 && errorCodes.get(error.code)?.description === error.message) {
      this.#number[ChannelSlot.NUMBER] = number;
      this.#answer(AnswerKind.PLAIN_ERROR, 0);
      return;
    }
    this.#giveBytes(AnswerKind.ERROR, encodeUtf16(`${error.code} ${error.message}`));
  }

  giveMore(): void {
    const rest = this.#rest ?? new Uint8Array(0);
    this.#rest = rest.byteLength > this.#payload.byteLength ? rest.subarray(this.#payload.byteLength) : null;
    this.#payload.set(rest.subarray(0, this.#payload.byteLength));
    this.#wake();
  }

  #giveStatus(status: FileStatus): void {
    this.#numbers[0] = STATUS_KINDS.indexOf(status.kind);
    for (const [index, name] of STATUS_NUMBERS.entries()) this.#numbers[index + 1] = status[name];
    this.#answer(AnswerKind.STATUS, 0);
  }

  #giveBytes(kind: number, bytes: Uint8Array): void {
    const room = this.#payload.byteLength;
    // Copied, because the rest is fetched in later messages, between which a file may change.
    this.#rest = bytes.byteLength > room ? bytes.slice(room) : null;
    this.#payload.set(bytes.byteLength > room ? bytes.subarray(0, room) : bytes);
    this.#answer(kind, bytes.byteLength);
  }

  #answer(kind: number, length: number): void {
    this.#header[ChannelSlot.KIND] = kind;
    this.#header[ChannelSlot.LENGTH] = length;
    this.#wake();
  }

  #wake(): void {
    Atomics.store(this.#header, ChannelSlot.STATE, ChannelState.ANSWERED);
    Atomics.notify(this.#header, ChannelSlot.STATE);
  }
}

function isStatus(value: unknown): value is FileStatus {
  return typeof value === 'object' && value !== null && 'linkCount' in value;
}

function encodeUtf16(text: string): Uint8Array {
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at += 1) units[at] = text.charCodeAt(at);
  return new Uint8Array(units.buffer);
}
