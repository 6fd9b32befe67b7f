import type { ServerResponse } from 'node:http';
import type { OpeningEvent, OpeningRequest } from 'devonz-engine-protocol/machine/own-computer';
import type { MachineChild, StartMachineChild } from './machine-child.ts';

/** The maximum number of machines that are open or being opened; each needs a process. */
const MOST_MACHINES = 24;

/** The openings of machines, each one a stream of events to the page that has asked for it. */
export class Openings {
  readonly #start: StartMachineChild;
  readonly #children = new Set<MachineChild>();
  /** Unanswered questions, each with the process that asked it. */
  readonly #questions = new Map<string, MachineChild>();
  #isClosed = false;

  constructor(start: StartMachineChild) {
    this.#start = start;
  }

  get isFull(): boolean {
    return this.#isClosed || this.#children.size >= MOST_MACHINES;
  }

  /** Writes the events to the response, whose head has been sent. If the page goes away before the machine is open, the opening ends. */
  open(request: OpeningRequest, app: string, response: ServerResponse): void {
    let isOver = false;
    const finish = (last: OpeningEvent | null): void => {
      if (isOver) return;
      isOver = true;
      for (const [id, asker] of this.#questions) if (asker === child) this.#questions.delete(id);
      if (last !== null) response.end(`${JSON.stringify(last)}\n`);
      if (last?.type !== 'opened') void child.end();
    };
    const child = this.#start({
      onEvent: (event) => {
        if (event.type === 'question') {
          // The page is gone, so no question can be answered.
          if (isOver) return child.send({ type: 'answer', question: event.id, answer: null });
          this.#questions.set(event.id, child);
        }
        if (isOver) return;
        if (event.type === 'note' || event.type === 'question') response.write(`${JSON.stringify(event)}\n`);
        else finish(event);
      },
      onEnd: (how) => {
        this.#children.delete(child);
        finish({ type: 'failed', message: `The program that was opening it has ended unexpectedly (${how}). Try again.` });
      },
    });
    this.#children.add(child);
    response.once('close', () => finish(null));
    child.send({ type: 'open', request, app });
  }

  /** Returns false if the question does not exist, or no longer does. */
  answer(question: string, answer: string | null): boolean {
    const asker = this.#questions.get(question);
    this.#questions.delete(question);
    asker?.send({ type: 'answer', question, answer });
    return asker !== undefined;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#children].map((child) => child.end()));
  }
}
