import type { ConversationState } from '../agent/contract/conversation-state.ts';
import { ImpossibleTransitionError } from '../agent/contract/errors.ts';
import { applyRecord } from '../agent/conversation/projection.ts';
import type { JournalEvent } from '../protocol/journal-event.ts';

interface Step {
  /** Events that its work will add to the journal and has not added yet. */
  events: JournalEvent[];
  at: number;
}

/**
 * The seed's methods take effect at once, a journal does not. Events that a method has requested are therefore predicted: they are applied
 * to the state from the call on, until the journal contains them or the work has ended without them.
 */
export class ForetoldState {
  #steps: Step[] = [];
  #tail: Promise<void> = Promise.resolve();

  /** Runs the work after earlier work; `onEnd` is called when none of its events is predicted any more. */
  add(events: JournalEvent[], work: () => Promise<unknown>, onEnd: () => void): void {
    const step = { events, at: Date.now() };
    this.#steps.push(step);
    const end = () => {
      this.#steps = this.#steps.filter((other) => other !== step);
      onEnd();
    };
    this.#tail = this.#tail.then(work).then(end, end);
  }

  /** Resolves when all requested work is done. */
  settled(): Promise<void> {
    return this.#tail;
  }

  /** Call it when the journal has recorded this event. */
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

/** Ignores predicted events that have become impossible. */
function applied(state: ConversationState, record: { event: JournalEvent; at: number }): ConversationState {
  try {
    return applyRecord(state, record);
  } catch (error) {
    if (error instanceof ImpossibleTransitionError) return state;
    throw error;
  }
}
