/** The longest time in milliseconds that the shell runs without processing messages (signals, answers). */
const LONGEST_RUN = 15;

/** Yields to the event loop when enough time has passed, so that Ctrl-C ends `while :; do :; done`. */
export class EventYielder {
  #last = performance.now();

  async pause(signal: AbortSignal): Promise<void> {
    if (performance.now() - this.#last > LONGEST_RUN) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      this.#last = performance.now();
    }
    signal.throwIfAborted();
  }
}
