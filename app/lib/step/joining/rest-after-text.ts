import type { StartTimer } from '../start-timer.ts';

/** The time after a text was sent on, in which those that follow are held to become one. */
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

  /** Resolves when it is over; null while nothing rests. */
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

  /** Nothing rests any more. */
  end(): void {
    this.#isOver = false;
    this.#over = null;
  }

  stop(): void {
    this.#stopTimer();
  }
}
