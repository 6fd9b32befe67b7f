/** Longest time the shell works without letting messages (signals, answers) in, in milliseconds. */
const LONGEST_RUN = 15;

/** Lets events in when it has been long since the last time, so that Ctrl-C ends `while :; do :; done`. */
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
