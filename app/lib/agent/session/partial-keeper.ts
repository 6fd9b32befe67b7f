import type { StepId } from '../../protocol/ids.ts';
import type { AgentPorts } from '../contract/ports.ts';
import type { AnswerReader } from '../stream/turn-reader.ts';

/**
 * Longest time, in milliseconds, until arriving data is passed to the journal. Including the time to write it, this stays below a second,
 * even if the page gets a third of its time.
 */
const LONGEST_UNKEPT = 250;

/** Stores the partial answer while it streams: at intervals, and when a part is complete. */
export class PartialKeeper {
  readonly #ports: Pick<AgentPorts, 'clock' | 'journal'>;
  readonly #stepId: StepId;
  readonly #turn: AnswerReader;
  #callOff: (() => void) | null = null;
  #keptAt = 0;
  #wholeParts = 0;

  constructor(ports: Pick<AgentPorts, 'clock' | 'journal'>, stepId: StepId, turn: AnswerReader) {
    this.#ports = ports;
    this.#stepId = stepId;
    this.#turn = turn;
  }

  /** Called when data has arrived; does not wait for the write. */
  dataCame(): void {
    const since = this.#ports.clock.now() - this.#keptAt;
    const isPartWhole = this.#turn.wholeParts() !== this.#wholeParts;
    // Timers of background pages may fire minutes late; data arrives on time.
    if (isPartWhole || since >= LONGEST_UNKEPT) this.#keep();
    else this.#callOff ??= this.#ports.clock.after(LONGEST_UNKEPT - since, () => this.#keep());
  }

  /** Stops when the answer is complete and goes into the journal. */
  rest(): void {
    this.#callOff?.();
    this.#callOff = null;
  }

  #keep(): void {
    this.rest();
    this.#keptAt = this.#ports.clock.now();
    this.#wholeParts = this.#turn.wholeParts();
    this.#ports.journal.keepPartial(this.#stepId, this.#turn.liveParts());
  }
}
