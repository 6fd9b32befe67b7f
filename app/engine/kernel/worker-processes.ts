import type { ProgramName } from '../process/program.ts';
import type { Kernel } from './kernel.ts';
import type { StartProgram } from './process-table.ts';
import { serveChannel } from './serve-channel.ts';
import { CHANNEL_BUFFER_BYTES, type ProcessBoot, type ProcessWarmUp } from './wire.ts';

export interface WorkerProcessesOptions {
  /** Of the sandbox. */
  origin: string;
  createWorker(): Worker;
  /** The kernel it starts processes for, which exists only after this. */
  kernel(): Kernel;
  /** A worker failed where no program could catch it (its script did not load). */
  onError(message: string): void;
}

const WARMED_PROGRAMS: ProgramName[] = ['jsh', 'node'];
/** Milliseconds of quiet after a start before the next spare is made: it must not compete with the program for the processor. */
const SPARE_DELAY = 300;

/** Starts programs in workers of their own, out of a spare one that has its scripts loaded. */
export class WorkerProcesses {
  readonly #options: WorkerProcessesOptions;
  #spare: Worker | null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isClosed = false;

  constructor(options: WorkerProcessesOptions) {
    this.#options = options;
    this.#spare = this.#createWarmWorker();
  }

  readonly start: StartProgram = (process, { program, args, env, cwd }) => {
    const worker = this.#takeWorker();
    const { origin, kernel, onError } = this.#options;
    const { port1, port2 } = new MessageChannel();
    const buffer = new SharedArrayBuffer(CHANNEL_BUFFER_BYTES);
    const channel = serveChannel(kernel(), process, port1, buffer);
    worker.onerror = (event) => {
      event.preventDefault();
      onError(`process ${process.pid} (${process.args[0] ?? program}): ${event.message ?? 'its worker could not be started'}`);
      kernel().processes.end(process, { exitCode: 1 });
    };
    const { pid } = process;
    const boot: ProcessBoot = {
      type: 'boot',
      program,
      pid,
      parentPid: process.parent?.pid ?? 1,
      args,
      env,
      cwd,
      origin,
      port: port2,
      buffer,
    };
    worker.postMessage(boot, [port2]);
    return {
      push: (push) => channel.send({ type: 'push', push }),
      terminate: () => {
        worker.terminate();
        channel.close();
      },
    };
  };

  close(): void {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#spare?.terminate();
    this.#spare = null;
  }

  #takeWorker(): Worker {
    const worker = this.#spare ?? this.#options.createWorker();
    this.#spare = null;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!this.#isClosed && this.#spare === null) this.#spare = this.#createWarmWorker();
    }, SPARE_DELAY);
    return worker;
  }

  #createWarmWorker(): Worker {
    const worker = this.#options.createWorker();
    const message: ProcessWarmUp = { type: 'warm-up', programs: WARMED_PROGRAMS };
    worker.postMessage(message);
    return worker;
  }
}
