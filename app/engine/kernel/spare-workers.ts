import type { ProgramName } from '../process/program.ts';
import type { ProcessWarmUp } from './wire.ts';

/** The shell first: it is what clients start, and what starts the others. */
const WARMED_PROGRAMS: ProgramName[] = ['jsh', 'node'];

/** Milliseconds after one has been taken before the next is made: it must not compete with the program for the processor. */
const REFILL_DELAY = 50;

/** Keeps a worker ready with its scripts parsed, so that starting a process costs a message. */
export class SpareWorkers {
  readonly #createWorker: () => Worker;
  #spare: Worker | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(createWorker: () => Worker) {
    this.#createWorker = createWorker;
  }

  prepare(): void {
    if (this.#spare !== null) return;
    this.#spare = this.#createWorker();
    const message: ProcessWarmUp = { type: 'warm-up', programs: WARMED_PROGRAMS };
    this.#spare.postMessage(message);
  }

  take(): Worker {
    const worker = this.#spare ?? this.#createWorker();
    this.#spare = null;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.prepare(), REFILL_DELAY);
    return worker;
  }
}
