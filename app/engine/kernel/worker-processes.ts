import type { Kernel } from './kernel.ts';
import type { StartProgram } from './process-table.ts';
import { serveChannel } from './serve-channel.ts';
import type { SpareWorkers } from './spare-workers.ts';
import { CHANNEL_BUFFER_BYTES, type ProcessBoot } from './wire.ts';

export interface WorkerProcessesOptions {
  /** Of the sandbox. */
  origin: string;
  workers: SpareWorkers;
  /** The kernel it starts processes for, which exists only after this. */
  kernel(): Kernel;
  /** A worker failed where no program could catch it (its script did not load). */
  onError(message: string): void;
}

/** Starts programs in workers of their own. */
export class WorkerProcesses {
  readonly #options: WorkerProcessesOptions;

  constructor(options: WorkerProcessesOptions) {
    this.#options = options;
  }

  readonly start: StartProgram = (process, { program, args, env, cwd }) => {
    const { origin, workers, kernel, onError } = this.#options;
    const worker = workers.take();
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
}
