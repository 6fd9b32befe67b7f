import type { SignalName } from '../../../../abi/system-calls.ts';

/** Signals that came for the shell and whose traps have not run yet: they run between two commands, as in bash. */
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

  /** For what must not wait for the command's end (`wait`, a command inside the shell's own worker). Returns the unsubscriber. */
  onDelivery(listener: (signal: SignalName) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
