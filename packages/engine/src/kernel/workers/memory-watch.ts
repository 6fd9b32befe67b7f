import type { KernelLimits } from '../../abi/limits.ts';
import { kernelCaller } from '../io/wait-list.ts';
import type { Kernel } from '../kernel.ts';
import type { Process } from '../processes/process.ts';

/** Bytes that the worker of each number holds: JavaScript, array buffers, WebAssembly memory. */
export type MemorySample = readonly (readonly [worker: number, bytes: number])[];

export interface MemoryWatchOptions {
  kernel(): Kernel;
  /** Whose worker it is; undefined for a spare one. */
  owner(worker: number): Process | undefined;
  /** Asks the page for a sample. One that is never answered (a worker that never pauses holds it up) is never asked again. */
  ask(): void;
  /** Calls back after so many milliseconds; returns what prevents it. */
  schedule(work: () => void, milliseconds: number): () => void;
}

/** While something is more than half full the next sample is asked for at once. */
const SHORT_PAUSE = 1000;

/**
 * Ends a process that has grown too large, with Node's words and exit code, before V8 ends all of the engine: a page cannot
 * bound a worker's heap, and a heap that overflows takes every worker of its process along (docs/decisions/0007). It is a
 * sample every half minute: what fills its heap within seconds is faster.
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
      // To measure is to collect garbage in every worker: not while nothing runs.
      if (kernel().processes.list().length > 0) ask();
      else this.#askAfter(milliseconds);
    }, milliseconds);
  }
}

/** As Node's, which ends with SIGABRT: 128 + 6. */
const OUT_OF_MEMORY = 134;

/** The process to end: the largest, when it or all together hold more than they may. */
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
    // Nobody may read it any more.
    if (written instanceof Promise) written.catch(() => {});
  } catch {
    // Its standard error is closed: the exit code says it.
  }
}
