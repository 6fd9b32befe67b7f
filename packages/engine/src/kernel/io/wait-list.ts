import type { SystemError } from '../../abi/system-calls.ts';

/** A value, or a promise of one. */
export type Answer<T> = T | Promise<T>;

/** Keeps available values synchronous, so that a caller that cannot wait receives them immediately. */
export function mapAnswer<From, To>(answer: Answer<From>, map: (value: From) => To): Answer<To> {
  return answer instanceof Promise ? answer.then(map) : map(answer);
}

/** The process on whose behalf a call waits, so that it can be cancelled when the process ends or closes the descriptor. */
export interface Caller {
  readonly group: number;
  readonly pid: number;
  /** Returns a function that removes the callback. */
  onCancel(callback: (error: SystemError) => void): () => void;
}

/** The kernel itself: belongs to no group and is never cancelled. */
export const kernelCaller: Caller = { group: 0, pid: 0, onCancel: () => () => {} };

/** Calls that wait for the same event, served in order of arrival. If `isStrict`, no call overtakes one that has to wait longer. */
export class WaitList {
  readonly #isStrict: boolean;
  readonly #attempts = new Set<() => boolean>();
  #isWaking = false;
  #mustLookAgain = false;

  constructor(isStrict = false) {
    this.#isStrict = isStrict;
  }

  /** `attempt` returns undefined while it has to wait. An error that it throws is the call's error. */
  wait<T>(caller: Caller, attempt: () => T | undefined): Answer<T> {
    if (this.#attempts.size === 0) {
      const result = attempt();
      if (result !== undefined) return result;
    }
    return new Promise<T>((resolve, reject) => {
      const forget = caller.onCancel((error) => {
        this.#attempts.delete(tryAgain);
        reject(error);
        if (this.#isStrict) this.wake();
      });
      const tryAgain = (): boolean => {
        try {
          const result = attempt();
          if (result === undefined) return false;
          resolve(result);
        } catch (error) {
          reject(error);
        }
        forget();
        return true;
      };
      this.#attempts.add(tryAgain);
      // Earlier calls may wait for other conditions.
      if (this.#attempts.size > 1 && !this.#isStrict) this.wake();
    });
  }

  /**
   * Called on a change: resumes every call that can continue. Changes that these cause are handled in another round, never by recursion.
   */
  wake(): void {
    this.#mustLookAgain = true;
    if (this.#isWaking) return;
    this.#isWaking = true;
    while (this.#mustLookAgain) {
      this.#mustLookAgain = false;
      for (const tryAgain of [...this.#attempts]) {
        if (!this.#attempts.has(tryAgain)) continue;
        if (tryAgain()) this.#attempts.delete(tryAgain);
        else if (this.#isStrict) break;
      }
    }
    this.#isWaking = false;
  }
}
