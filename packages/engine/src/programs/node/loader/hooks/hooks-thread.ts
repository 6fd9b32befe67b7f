import { HOOKS_PROGRAM } from '../../builtins/worker-threads/thread-messages.ts';
import { nodeError } from '../../errors/node-error.ts';
import type { NodeHost } from '../../node-host.ts';
import type { LoadContext, LoadResult, ResolveContext, ResolveResult } from './module-hooks.ts';

export type HooksRequest =
  | { kind: 'register'; specifier: string; parentUrl: string; data: unknown }
  | { kind: 'resolve'; name: string; context: ResolveContext }
  | { kind: 'load'; name: string; context: LoadContext };

/** An error is sent as text and code, because classes cannot be transferred. */
export type HooksAnswer = { ok: true; value: unknown } | { ok: false; name: string; message: string; stack: string; code: string | null };

/** The number both sides wait on and set. */
export const HooksSignal = { ASKED: 0, ANSWERED: 1 } as const;

interface WorkerThreads {
  Worker: new (program: unknown, options: object) => { unref(): void };
  MessageChannel: new () => { port1: NodePort; port2: NodePort };
  receiveMessageOnPort(port: NodePort): { message: unknown } | undefined;
}

interface NodePort {
  postMessage(value: unknown, transfer?: unknown[]): void;
  unref(): void;
}

/** The thread that runs the hooks of `module.register`; as in Node, the caller blocks until it answers. */
export class HooksThread {
  readonly #threads: WorkerThreads;
  readonly #port: NodePort;
  readonly #signal = new Int32Array(new SharedArrayBuffer(4));

  constructor(host: NodeHost) {
    this.#threads = host.builtin('worker_threads') as unknown as WorkerThreads; // Our own module; programs do not need its types.
    const { port1, port2 } = new this.#threads.MessageChannel();
    this.#port = port1;
    const worker = new this.#threads.Worker(HOOKS_PROGRAM, {
      workerData: { port: port2, signal: this.#signal },
      transferList: [port2],
      // The modules that the program preloads are not loaded for its hooks.
      execArgv: [],
    });
    worker.unref();
    port1.unref();
  }

  register(specifier: string, parentUrl: string, given: object): void {
    const transfer: unknown = Reflect.get(given, 'transferList');
    const request: HooksRequest = { kind: 'register', specifier, parentUrl, data: Reflect.get(given, 'data') };
    this.#ask(request, Array.isArray(transfer) ? transfer : []);
  }

  call(kind: 'resolve', name: string, context: ResolveContext): ResolveResult;
  call(kind: 'load', name: string, context: LoadContext): LoadResult;
  call(kind: 'resolve' | 'load', name: string, context: never): unknown {
    return this.#ask({ kind, name, context }, []);
  }

  #ask(request: HooksRequest, transfer: unknown[]): unknown {
    Atomics.store(this.#signal, 0, HooksSignal.ASKED);
    this.#port.postMessage(request, transfer);
    // The thread may wake late for the previous answer and find no new one.
    while (Atomics.load(this.#signal, 0) === HooksSignal.ASKED) Atomics.wait(this.#signal, 0, HooksSignal.ASKED);
    const received = this.#threads.receiveMessageOnPort(this.#port);
    if (received === undefined) throw nodeError(Error, 'ERR_WORKER_MESSAGING_FAILED', 'The thread of the module hooks gave no answer');
    const answer = received.message as HooksAnswer; // Only run-hooks-thread.ts writes here.
    if (answer.ok) return answer.value;
    const error = new Error(answer.message);
    error.name = answer.name;
    error.stack = answer.stack;
    throw answer.code === null ? error : Object.assign(error, { code: answer.code });
  }
}
