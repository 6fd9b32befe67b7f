import type { ConversationState } from '../agent/contract/conversation-state.ts';
import { ImpossibleTransitionError } from '../agent/contract/errors.ts';
import { applyRecord } from '../agent/conversation/projection.ts';
import type { JournalEvent } from '../protocol/journal-event.ts';

interface Step {
  /** What its work will put into the journal, as far as it has not yet. */
  events: JournalEvent[];
  at: number;
}

/**
 * The seed's methods answer at once, a journal does not. What a method has asked for is therefore foretold: shown from the moment of
 * the call, through the same projection, until the journal has it or the work has ended without it.
 */
export class ForetoldState {
  #steps: Step[] = [];
  #tail: Promise<void> = Promise.resolve();

  /** Works after what was asked for before; `onEnd` is called when nothing is foretold of it any more. */
  add(events: JournalEvent[], work: () => Promise<unknown>, onEnd: () => void): void {
    const step = { events, at: Date.now() };
    this.#steps.push(step);
    const end = () => {
      this.#steps = this.#steps.filter((other) => other !== step);
      onEnd();
    };
    this.#tail = this.#tail.then(work).then(end, end);
  }

  /** Resolves when all that was asked for is done. */
  settled(): Promise<void> {
    return this.#tail;
  }

  /** The journal has this now. */
  note(event: JournalEvent): void {
    const step = this.#steps.find(({ events }) => events.length > 0);
    if (step?.events[0]?.type === event.type) step.events.shift();
  }

  after(state: ConversationState): ConversationState {
    return this.#steps.flatMap(({ events, at }) => events.map((event) => ({ event, at }))).reduce(applied, state);
  }

  clear(): void {
    this.#steps = [];
  }
}

/** What cannot be any more will not come. */
function applied(state: ConversationState, record: { event: JournalEvent; at: number }): ConversationState {
  try {
    return applyRecord(state, record);
  } catch (error) {
    if (error instanceof ImpossibleTransitionError) return state;
    throw error;
  }
}
