import type { StepId } from '../../protocol/ids.ts';
import type { AgentPorts } from '../contract/ports.ts';
import type { AnswerReader } from '../stream/turn-reader.ts';

/**
 * What comes is handed to the journal after so long at most. With the time to write it this is less than a second, also where the page gets
 * a third of its time. Milliseconds.
 */
const LONGEST_UNKEPT = 250;

/** While an answer streams, has what has come of it kept: after a while, and when a part of it is whole. */
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

  /** More has come. Nothing is waited for. */
  dataCame(): void {
    const since = this.#ports.clock.now() - this.#keptAt;
    const isPartWhole = this.#turn.wholeParts() !== this.#wholeParts;
    // Timers of a page in the background may come minutes late; data comes in time.
    if (isPartWhole || since >= LONGEST_UNKEPT) this.#keep();
    else this.#callOff ??= this.#ports.clock.after(LONGEST_UNKEPT - since, () => this.#keep());
  }

  /** The answer is over, and goes into the journal. */
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
