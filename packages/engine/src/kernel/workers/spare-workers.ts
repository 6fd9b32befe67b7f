import type { ProgramName } from '../../abi/program.ts';
import type { ProcessWarmUp } from '../../abi/wire.ts';
import type { ProcessWorkerHandle } from './process-worker-handle.ts';

/** The shell first: it is what clients start, and what starts the others. */
const SHELL_FIRST: ProgramName[] = ['jsh', 'node'];
/** Once shells' workers come back, what is wanted of a new one is node, and soon: a test runner forks a process for each file. */
const NODE_FIRST: ProgramName[] = ['node', 'jsh'];

/** One for the shell that a client starts, one for the program that the shell starts. */
const SPARES = 2;

/** Used ones are kept beyond that: they cost memory only, a new one costs a quarter of a second of a processor. */
const MAX_SPARES = 4;

/** Milliseconds after one has been taken or made before the next is made: it must not compete with the program for the processor. */
const REFILL_DELAY = 150;

interface Spare {
  worker: ProcessWorkerHandle;
  /** A program of the engine's own has run in it, and left nothing. */
  isUsed: boolean;
}

/** Keeps workers ready with their scripts parsed, so that starting a process costs a message. */
export class SpareWorkers {
  readonly #createWorker: () => ProcessWorkerHandle;
  // Oldest first: they have had the most time.
  readonly #spares: Spare[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(createWorker: () => ProcessWorkerHandle) {
    this.#createWorker = createWorker;
  }

  /** Takes one in that was started elsewhere; the others are made later. */
  adopt(worker: ProcessWorkerHandle): void {
    this.#keep({ worker, isUsed: false });
    this.#refillLater();
  }

  /** The engine's own programs take used ones first, which come back: new ones are left for node, from which none does. */
  take(program: ProgramName): ProcessWorkerHandle {
    const isWanted = ({ isUsed }: Spare): boolean => isUsed === (program === 'jsh' || program === 'coreutils');
    const [spare] = this.#spares.splice(Math.max(0, this.#spares.findIndex(isWanted)), 1);
    this.#refillLater();
    return spare?.worker ?? this.#createWorker();
  }

  /** Of a worker that waits for its next program. */
  giveBack(worker: ProcessWorkerHandle): void {
    if (this.#spares.length >= MAX_SPARES) worker.terminate();
    else this.#keep({ worker, isUsed: true });
  }

  #keep(spare: Spare): void {
    // A used one may have been taken before it had loaded all.
    const isShellThere = this.#spares.some(({ isUsed }) => isUsed) || spare.isUsed;
    const message: ProcessWarmUp = { type: 'warm-up', programs: isShellThere ? NODE_FIRST : SHELL_FIRST };
    spare.worker.post(message);
    this.#spares.push(spare);
  }

  #refillLater(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#refill(), REFILL_DELAY);
  }

  #refill(): void {
    if (this.#spares.length < SPARES) this.adopt(this.#createWorker());
  }
}
