import { CHANNEL_BUFFER_BYTES, type ProcessBoot, THREAD_REFUSED } from '../../abi/wire.ts';
import type { Kernel } from '../kernel.ts';
import type { Process } from '../processes/process.ts';
import type { StartProgram } from '../processes/process-table.ts';
import { KeptModules } from './kept-modules.ts';
import { type ProcessChannel, type StartThread, serveChannel } from './serve-channel.ts';
import type { SpareWorkers } from './spare-workers.ts';

type WorkerBoot = Omit<ProcessBoot, 'type' | 'port' | 'buffer'>;

export interface WorkerProcessesOptions {
  /** The sandbox's origin. */
  origin: string;
  workers: SpareWorkers;
  /** The kernel for which it starts processes; created later than this object. */
  kernel(): Kernel;
  /** Called if a worker failed where no program could catch it (its script did not load). */
  onError(message: string): void;
}

/** Starts each program in its own worker. */
export class WorkerProcesses {
  readonly #options: WorkerProcessesOptions;

  constructor(options: WorkerProcessesOptions) {
    this.#options = options;
  }

  #threadCount = 0;
  #keptModules: KeptModules | null = null;
  readonly #owners = new Map<number, Process>();

  /** Returns the process that the worker of that number belongs to. */
  readonly owner = (worker: number): Process | undefined => this.#owners.get(worker);

  readonly start: StartProgram = (process, { program, args, env, cwd }) => {
    const { origin, kernel, onError } = this.#options;
    const identity = { program, pid: process.pid, parentPid: process.parent?.pid ?? 1, args, env, cwd, origin };
    const fail = (message: string): void => {
      onError(`process ${process.pid} (${process.args[0] ?? program}): ${message}`);
      kernel().processes.end(process, { exitCode: 1 });
    };
    const channels = new Set<ProcessChannel>();
    const startWorker = (boot: WorkerBoot, transfer: Transferable[]): { channel: ProcessChannel; end(): void } => {
      const started = this.#startWorker(process, boot, transfer, fail, startThread);
      channels.add(started.channel);
      const end = (): void => {
        channels.delete(started.channel);
        started.end();
      };
      return { channel: started.channel, end };
    };
    const startThread: StartThread = (request) => {
      if (this.#threadCount >= kernel().limits.maxThreads) {
        request.port.postMessage(THREAD_REFUSED);
        return () => {};
      }
      this.#threadCount += 1;
      const thread = startWorker({ ...identity, env: request.env, cwd: request.cwd, threadPort: request.port }, [request.port]);
      return () => {
        this.#threadCount -= 1;
        thread.end();
      };
    };
    const main = startWorker(identity, []);
    return {
      // Signals go to the main thread; watch events go to every thread.
      push: (push) => {
        if (push.type === 'watch') for (const channel of channels) channel.send({ type: 'push', push });
        else main.channel.send({ type: 'push', push });
      },
      terminate: () => main.end(),
    };
  };

  #startWorker(
    process: Process,
    boot: WorkerBoot,
    transfer: Transferable[],
    fail: (message: string) => void,
    startThread: StartThread,
  ): { channel: ProcessChannel; end(): void } {
    const { workers } = this.#options;
    const worker = workers.take(boot.program);
    this.#owners.set(worker.number, process);
    const { port1, port2 } = new MessageChannel();
    const buffer = new SharedArrayBuffer(CHANNEL_BUFFER_BYTES);
    const kernel = this.#options.kernel();
    this.#keptModules ??= new KeptModules(kernel.limits.maxKeptModules);
    const channel = serveChannel({ kernel, process, startThread, keptModules: this.#keptModules }, port1, buffer);
    worker.onError(fail);
    const message: ProcessBoot = { type: 'boot', ...boot, port: port2, buffer };
    worker.post(message, [port2, ...transfer]);
    return {
      channel,
      end: () => {
        this.#owners.delete(worker.number);
        // Code run by node has had access to the worker's global scope, so its claims cannot be trusted.
        if (channel.isClean() && boot.program !== 'node') workers.giveBack(worker);
        else worker.terminate();
        channel.close();
      },
    };
  }
}
