import { because } from '../../protocol/texts/reason.ts';
import { ANSWER_LIMITS, AnswerLimitError, type AnswerLimits } from '../answer-limits.ts';
import type { EventDelta } from '../event-delta.ts';
import { startSystemTimer } from '../start-timer.ts';
import type { JoinEventsOptions } from './join-events-options.ts';
import { RestAfterText } from './rest-after-text.ts';

/** The newest of the merged events, with all their texts. */
export type Held<Read> = Read & { texts: string[]; length: number };

/**
 * Decides which events of an answer are merged, and ends an endless answer. Shared by lines and frames; reading and writing an
 * event is up to the stream.
 */
export class HeldDeltas<Read extends { delta: EventDelta }> {
  readonly #limits: AnswerLimits;
  readonly #maxCharacters: number;
  readonly #rest: RestAfterText;
  readonly #write: (held: Held<Read>) => void;
  #held: Held<Read> | null = null;
  #counts = { events: 0, joinedEvents: 0, size: 0 };

  constructor(
    { maxDelayMs = 80, maxCharacters = 65_536, limits = ANSWER_LIMITS, startTimer = startSystemTimer }: JoinEventsOptions,
    write: (held: Held<Read>) => void,
  ) {
    this.#limits = limits;
    this.#maxCharacters = maxCharacters;
    this.#rest = new RestAfterText(maxDelayMs, startTimer);
    this.#write = write;
  }

  get held(): Held<Read> | null {
    return this.#held;
  }

  /** Resolves when the held event has waited long enough; null if nothing is held. */
  due(): Promise<null> | null {
    return this.#held === null ? null : this.#rest.over;
  }

  /** The pause is over: sends the held event, and the next pause begins. */
  waited(): void {
    this.#rest.end();
    if (this.#held === null) return;
    this.letGo();
    this.#rest.begin();
  }

  /** Called before more is read. */
  wake(): void {
    if (this.#rest.isOver) this.waited();
  }

  countEvent(): void {
    this.#counts.events += 1;
    if (this.#counts.events > this.#limits.events)
      throw new AnswerLimitError(because('it has more than {count} pieces', { count: this.#limits.events }));
  }

  /** `size`: of an incomplete event. */
  checkPiece(size: number): void {
    if (size > this.#limits.eventCharacters) throw new AnswerLimitError(because('one piece of it is too large'));
  }

  /** Adds an event; `found` is null if it does more than continue a text. `pass` sends it unchanged. */
  add(found: Read | null, pass: () => void): void {
    if (found === null || this.#rest.over === null) {
      this.letGo();
      pass();
      if (found !== null) this.#rest.begin();
      return;
    }
    if (this.#held?.delta.key === found.delta.key) Object.assign(this.#held, found);
    else {
      this.letGo();
      this.#held = { ...found, texts: [], length: 0 };
    }
    this.continue(this.#held, found.delta.text);
  }

  continue(held: Held<Read>, text: string): void {
    held.texts.push(text);
    held.length += text.length;
    if (held.length >= this.#maxCharacters) this.letGo();
  }

  /** From now on the held event is treated as an ordinary one. */
  letGo(): void {
    const held = this.#held;
    if (held === null) return;
    this.#held = null;
    this.#write(held);
  }

  countJoined(): void {
    this.#counts.joinedEvents += 1;
    if (this.#counts.joinedEvents > this.#limits.joinedEvents) {
      throw new AnswerLimitError(because('it jumps between its parts more than {count} times', { count: this.#limits.joinedEvents }));
    }
  }

  countSize(size: number): void {
    this.#counts.size += size;
    if (this.#counts.size > this.#limits.characters) {
      throw new AnswerLimitError(because('it is longer than {count} MB', { count: Math.floor(this.#limits.characters / 1_000_000) }));
    }
  }

  end(): void {
    this.#rest.stop();
    this.letGo();
  }

  stop(): void {
    this.#rest.stop();
    this.#held = null;
  }
}
