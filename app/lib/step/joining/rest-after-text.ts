import type { StartTimer } from '../start-timer.ts';

/** The pause after a text was sent, in which the following ones are held to be merged. */
export class RestAfterText {
  readonly #ms: number;
  readonly #startTimer: StartTimer;
  #over: Promise<null> | null = null;
  #isOver = false;
  #stopTimer: () => void = () => {};

  constructor(ms: number, startTimer: StartTimer) {
    this.#ms = ms;
    this.#startTimer = startTimer;
  }

  /** Resolves when the pause is over; null if there is none. */
  get over(): Promise<null> | null {
    return this.#over;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  begin(): void {
    this.#over = new Promise((resolve) => {
      this.#stopTimer = this.#startTimer(() => {
        this.#isOver = true;
        resolve(null);
      }, this.#ms);
    });
  }

  /** Ends the pause. */
  end(): void {
    this.#isOver = false;
    this.#over = null;
  }

  stop(): void {
    this.#stopTimer();
  }
}
