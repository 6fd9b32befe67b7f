import type { StepRequest, StepTransport } from '../contract/ports.ts';
import type { HostileAnswer } from './hostile-answers.ts';

/** Plays hostile answers one after the other, then a plain one for every further request. */
export class HostileTransport implements StepTransport {
  readonly requests: StepRequest[] = [];
  /** Number of streams that send nothing more and do not end. */
  hanging = 0;
  readonly #answers: HostileAnswer[];

  constructor(answers: readonly HostileAnswer[]) {
    this.#answers = [...answers];
  }

  /** Returns true when all hostile answers have been played. */
  isSpent(): boolean {
    return this.#answers.length === 0;
  }

  async open(request: StepRequest, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    this.requests.push(structuredClone(request));
    const answer = this.#answers.shift() ?? PLAIN;
    const encoder = new TextEncoder();
    let at = 0;
    return new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const event = answer.events[at++];
        if (event !== undefined) controller.enqueue(encoder.encode(`data: ${event}\n\n`));
        else if (answer.ending === 'break') controller.error(new TypeError('network error'));
        else if (answer.ending === 'end') controller.close();
        else return this.#hang(signal);
        return undefined;
      },
    });
  }

  #hang(signal: AbortSignal): Promise<void> {
    this.hanging++;
    return new Promise((resolve) => {
      const end = () => {
        this.hanging--;
        resolve();
      };
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
    });
  }
}

/** The text of the final plain answer. */
export const PLAIN_WORDS = 'All is well again.';
const PLAIN: HostileAnswer = {
  events: [`{"type":"text-delta","id":"t","delta":${JSON.stringify(PLAIN_WORDS)}}`, '{"type":"finish","finishReason":"stop"}'],
  ending: 'end',
};
