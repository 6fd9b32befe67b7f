import type { SignalName } from '../../../../abi/system-calls.ts';

/** Signals that the shell received and whose traps have not run yet; they run between two commands, as in bash. */
export class SignalInbox {
  readonly #pending: SignalName[] = [];
  readonly #listeners = new Set<(signal: SignalName) => void>();

  get isEmpty(): boolean {
    return this.#pending.length === 0;
  }

  deliver(signal: SignalName): void {
    this.#pending.push(signal);
    for (const listener of [...this.#listeners]) listener(signal);
  }

  take(): SignalName | null {
    return this.#pending.shift() ?? null;
  }

  /**
   * Adds a listener that must not wait for the command's end (`wait`, a command inside the shell's own worker). Returns a function that
   * removes it.
   */
  onDelivery(listener: (signal: SignalName) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
