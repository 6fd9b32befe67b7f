import type { ProgramName } from '../process/program.ts';
import type { ProcessWarmUp } from './wire.ts';

/** The shell first: it is what clients start, and what starts the others. */
const WARMED_PROGRAMS: ProgramName[] = ['jsh', 'node'];

/** One for the shell that a client starts, one for the program that the shell starts. */
const SPARES = 2;

/** Milliseconds after one has been taken or made before the next is made: it must not compete with the program for the processor. */
const REFILL_DELAY = 50;

/** Keeps workers ready with their scripts parsed, so that starting a process costs a message. */
export class SpareWorkers {
  readonly #createWorker: () => Worker;
  readonly #spares: Worker[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(createWorker: () => Worker) {
    this.#createWorker = createWorker;
  }

  /** Makes the first one at once, the others later. */
  prepare(): void {
    if (this.#spares.length >= SPARES) return;
    const spare = this.#createWorker();
    const message: ProcessWarmUp = { type: 'warm-up', programs: WARMED_PROGRAMS };
    spare.postMessage(message);
    this.#spares.push(spare);
    this.#refillLater();
  }

  take(): Worker {
    // The oldest: it has had the most time.
    const worker = this.#spares.shift() ?? this.#createWorker();
    this.#refillLater();
    return worker;
  }

  #refillLater(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.prepare(), REFILL_DELAY);
  }
}
