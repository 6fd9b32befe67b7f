import type { MachineProcess, ProcessSignal } from '../../machine/machine.ts';
import type { ServerMessage } from '../../protocol/server-messages.ts';
import type { ProcessKind } from './answer-call.ts';

export interface ProcessRelayOptions {
  id: number;
  process: MachineProcess;
  kind: ProcessKind;
  send(message: ServerMessage, bytes?: Uint8Array): void;
  later(work: () => void, milliseconds: number): () => void;
}

/** A program is held back when so many bytes of its output are unconfirmed. */
const MOST_UNCONFIRMED_BYTES = 512 * 1024;
/** The time that a program on a terminal has after SIGTERM before its terminal is closed. */
const HANG_UP_MILLISECONDS = 300;
/** The time that a program without a client has to clean up before it is killed. */
const MERCY_MILLISECONDS = 2000;
/** A terminal's keys for SIGINT and for the end of the input. */
const INTERRUPT = 0x03;
const END_OF_INPUT = 0x04;

/** Passes a process's output to the client, as fast as the client confirms it. */
export class ProcessRelay {
  readonly #options: ProcessRelayOptions;
  #unconfirmed = 0;
  #wake: (() => void) | null = null;
  #hasEnded = false;
  #isAskedToEnd = false;

  constructor(options: ProcessRelayOptions) {
    this.#options = options;
  }

  get process(): MachineProcess {
    return this.#options.process;
  }

  /** Resolves when the last message has been sent. */
  async run(): Promise<void> {
    const { id, process, send } = this.#options;
    for await (const { stream, bytes } of process.output) {
      if (this.#unconfirmed >= MOST_UNCONFIRMED_BYTES) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
      this.#unconfirmed += bytes.byteLength;
      send({ type: 'output', process: id, stream }, bytes);
    }
    const end = await process.end;
    this.#hasEnded = true;
    send({ type: 'end', process: id, end });
  }

  confirm(bytes: number): void {
    this.#unconfirmed -= bytes;
    if (this.#unconfirmed >= MOST_UNCONFIRMED_BYTES) return;
    this.#wake?.();
    this.#wake = null;
  }

  /** Lets output pass unconfirmed, because its client is gone. */
  abandon(): void {
    this.#unconfirmed = Number.NEGATIVE_INFINITY;
    this.#wake?.();
    if (!this.#isAskedToEnd) this.kill();
    this.#signalLater('SIGKILL', MERCY_MILLISECONDS);
  }

  /** Asks the program to end; a second call kills it. */
  kill(): void {
    const { process, kind } = this.#options;
    if (this.#hasEnded) return;
    if (this.#isAskedToEnd) {
      process.signal('SIGKILL');
      return;
    }
    this.#isAskedToEnd = true;
    process.signal('SIGTERM');
    // An interactive shell ignores SIGTERM, but ends when its terminal is closed.
    if (kind.isTerminal) this.#signalLater('SIGHUP', HANG_UP_MILLISECONDS);
  }

  /** A program that has ended takes no input; this is not an error. */
  input(bytes: Uint8Array): void {
    const { process, kind } = this.#options;
    let rest = bytes;
    while (kind.isPlain) {
      const at = rest.findIndex((byte) => byte === INTERRUPT || byte === END_OF_INPUT);
      if (at === -1) break;
      this.#write(rest.subarray(0, at));
      if (rest[at] === INTERRUPT) process.signal('SIGINT');
      else process.closeInput();
      rest = rest.subarray(at + 1);
    }
    this.#write(rest);
  }

  #write(bytes: Uint8Array): void {
    const { process, kind } = this.#options;
    // Programs that read lines expect a line feed, but the Return key sends a carriage return.
    const typed = kind.isPlain ? bytes.map((byte) => (byte === 0x0d ? 0x0a : byte)) : bytes.slice();
    if (typed.byteLength > 0) process.write(typed).catch(() => undefined);
  }

  #signalLater(signal: ProcessSignal, milliseconds: number): void {
    const { process, later } = this.#options;
    if (this.#hasEnded) return;
    const cancel = later(() => process.signal(signal), milliseconds);
    void process.end.then(cancel);
  }
}
