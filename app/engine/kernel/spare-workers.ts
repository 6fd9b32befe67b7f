import type { ProgramName } from '../process/program.ts';
import type { ProcessWorkerHandle } from './process-worker-handle.ts';
import type { ProcessWarmUp } from './wire.ts';

/** The shell first: it is what clients start, and what starts the others. */
const WARMED_PROGRAMS: ProgramName[] = ['jsh', 'node'];

/** One for the shell that a client starts, one for the program that the shell starts. */
const SPARES = 2;

/** Milliseconds after one has been taken or made before the next is made: it must not compete with the program for the processor. */
const REFILL_DELAY = 150;

/** Keeps workers ready with their scripts parsed, so that starting a process costs a message. */
export class SpareWorkers {
  readonly #createWorker: () => ProcessWorkerHandle;
  readonly #spares: ProcessWorkerHandle[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(createWorker: () => ProcessWorkerHandle) {
    this.#createWorker = createWorker;
  }

  /** Takes one in that was started elsewhere; the others are made later. */
  adopt(spare: ProcessWorkerHandle): void {
    const message: ProcessWarmUp = { type: 'warm-up', programs: WARMED_PROGRAMS };
    spare.post(message);
    this.#spares.push(spare);
    this.#refillLater();
  }

  take(): ProcessWorkerHandle {
    // The oldest: it has had the most time.
    const worker = this.#spares.shift() ?? this.#createWorker();
    this.#refillLater();
    return worker;
  }

  #refillLater(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#refill(), REFILL_DELAY);
  }

  #refill(): void {
    if (this.#spares.length < SPARES) this.adopt(this.#createWorker());
  }
}
