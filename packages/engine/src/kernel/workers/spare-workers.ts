import type { ProgramName } from '../../abi/program.ts';
import type { ProcessWarmUp } from '../../abi/wire.ts';
import type { ProcessWorkerHandle } from './process-worker-handle.ts';

/** The shell first, because clients start it, and it starts the others. */
const SHELL_FIRST: ProgramName[] = ['jsh', 'node'];
/** Once workers of shells are reused, new ones should be ready for node, and soon: a test runner forks a process for each file. */
const NODE_FIRST: ProgramName[] = ['node', 'jsh'];

/** One for the shell that a client starts, and one for the program that the shell starts. */
const SPARES = 2;

/** Additional used workers are kept: they only cost memory, whereas a new one costs a quarter second of CPU time. */
const MAX_SPARES = 4;

/**
 * How many milliseconds to wait after a worker was taken or created before creating the next, so that it does not compete with the program
 * for the CPU.
 */
const REFILL_DELAY = 150;

interface Spare {
  worker: ProcessWorkerHandle;
  /** One of the engine's own programs has run in it, and left no state. */
  isUsed: boolean;
}

/** Keeps workers ready with their scripts parsed, so that starting a process costs one message. */
export class SpareWorkers {
  readonly #createWorker: () => ProcessWorkerHandle;
  // Oldest first, because they have had the most time to load.
  readonly #spares: Spare[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(createWorker: () => ProcessWorkerHandle) {
    this.#createWorker = createWorker;
  }

  /** Adopts a worker that was started elsewhere; further ones are created later. */
  adopt(worker: ProcessWorkerHandle): void {
    this.#keep({ worker, isUsed: false });
    this.#refillLater();
  }

  /** The engine's own programs prefer used workers, which are returned; new ones are reserved for node, whose workers are not. */
  take(program: ProgramName): ProcessWorkerHandle {
    const isWanted = ({ isUsed }: Spare): boolean => isUsed === (program === 'jsh' || program === 'coreutils');
    const [spare] = this.#spares.splice(Math.max(0, this.#spares.findIndex(isWanted)), 1);
    this.#refillLater();
    return spare?.worker ?? this.#createWorker();
  }

  /** Takes a worker back that is ready for its next program. */
  giveBack(worker: ProcessWorkerHandle): void {
    if (this.#spares.length >= MAX_SPARES) worker.terminate();
    else this.#keep({ worker, isUsed: true });
  }

  #keep(spare: Spare): void {
    // A used worker may have been taken before it had loaded everything.
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
