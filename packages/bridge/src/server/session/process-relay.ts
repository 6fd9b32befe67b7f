import type { MachineProcess } from '../../machine/machine.ts';
import type { ServerMessage } from '../../protocol/server-messages.ts';

export interface ProcessRelayOptions {
  id: number;
  process: MachineProcess;
  isTerminal: boolean;
  send(message: ServerMessage, bytes?: Uint8Array): void;
  later(work: () => void, milliseconds: number): () => void;
}

/** A program whose output the client does not process is held back when this much is unconfirmed. */
const MOST_UNCONFIRMED_BYTES = 512 * 1024;
/** How long a program may take to clean up before it is ended by force. */
const MERCY_MILLISECONDS = 2000;

/** Passes a process's output to the client, as fast as the client confirms it. */
export class ProcessRelay {
  readonly #options: ProcessRelayOptions;
  #unconfirmed = 0;
  #wake: (() => void) | null = null;
  #hasEnded = false;

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

  /** Lets output pass unconfirmed, for nobody will confirm it. */
  abandon(): void {
    this.#unconfirmed = Number.NEGATIVE_INFINITY;
    this.#wake?.();
    this.kill();
  }

  kill(): void {
    const { process, isTerminal, later } = this.#options;
    if (this.#hasEnded) return;
    // An interactive shell ignores SIGTERM, but ends when its terminal is gone.
    process.signal(isTerminal ? 'SIGHUP' : 'SIGTERM');
    const cancel = later(() => process.signal('SIGKILL'), MERCY_MILLISECONDS);
    void process.end.then(cancel);
  }
}
