import type { KernelLimits } from '../../abi/limits.ts';
import { kernelCaller } from '../io/wait-list.ts';
import type { Kernel } from '../kernel.ts';
import type { Process } from '../processes/process.ts';

/** The memory in bytes of each worker: JavaScript, array buffers, WebAssembly memory. */
export type MemorySample = readonly (readonly [worker: number, bytes: number])[];

export interface MemoryWatchOptions {
  kernel(): Kernel;
  /** Returns the process of a worker; undefined for a spare one. */
  owner(worker: number): Process | undefined;
  /** Requests a sample from the page. A request that is never answered (because of a worker that never pauses) is never repeated. */
  ask(): void;
  /** Calls back after the given number of milliseconds. Returns a function that cancels it. */
  schedule(work: () => void, milliseconds: number): () => void;
}

/** The interval while something is more than half full. */
const SHORT_PAUSE = 1000;

/**
 * Ends a process that has grown too large, with Node's message and exit code, before V8 ends the whole engine: a page cannot limit a
 * worker's heap, and a heap overflow ends every worker of its browser process (docs/decisions/0007). Samples are taken every half minute,
 * so a heap that fills within seconds is not caught.
 */
export class MemoryWatch {
  readonly #options: MemoryWatchOptions;
  #cancel = (): void => {};

  constructor(options: MemoryWatchOptions) {
    this.#options = options;
  }

  start(): void {
    this.#askAfter(this.#options.kernel().limits.memoryPauseMilliseconds);
  }

  stop(): void {
    this.#cancel();
  }

  receive(sample: MemorySample): void {
    const { kernel, owner } = this.#options;
    const { limits, processes } = kernel();
    const usage = new Map<Process, number>();
    for (const [worker, bytes] of sample) {
      const process = owner(worker);
      if (process !== undefined) usage.set(process, (usage.get(process) ?? 0) + bytes);
    }
    const fattest = tooLarge(usage, limits);
    if (fattest !== null) {
      tell(fattest, usage.get(fattest) ?? 0);
      processes.end(fattest, { exitCode: OUT_OF_MEMORY });
    }
    const isClose = [...usage.values()].some((bytes) => bytes > limits.maxProcessMemoryBytes / 2);
    this.#askAfter(isClose ? SHORT_PAUSE : limits.memoryPauseMilliseconds);
  }

  #askAfter(milliseconds: number): void {
    const { kernel, ask, schedule } = this.#options;
    this.#cancel = schedule(() => {
      // Measuring collects garbage in every worker, so it is skipped while nothing runs.
      if (kernel().processes.list().length > 0) ask();
      else this.#askAfter(milliseconds);
    }, milliseconds);
  }
}

/** Node's exit code for SIGABRT: 128 + 6. */
const OUT_OF_MEMORY = 134;

/** Returns the process to end: the largest, if it or all together exceed their limit. */
export function tooLarge(usage: ReadonlyMap<Process, number>, limits: KernelLimits): Process | null {
  const [largest] = [...usage].sort(([, a], [, b]) => b - a);
  if (largest === undefined) return null;
  const total = [...usage.values()].reduce((sum, bytes) => sum + bytes, 0);
  return largest[1] > limits.maxProcessMemoryBytes || total > limits.maxTotalMemoryBytes ? largest[0] : null;
}

function tell(process: Process, bytes: number): void {
  const text = `\nFATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n(process ${process.pid} held ${Math.round(bytes / 1024 / 1024)} MB)\n`;
  try {
    const written = process.file(2).write(kernelCaller, new TextEncoder().encode(text), null);
    // The output may have no reader left.
    if (written instanceof Promise) written.catch(() => {});
  } catch {
    // Its standard error is closed; the exit code shows the reason.
  }
}
