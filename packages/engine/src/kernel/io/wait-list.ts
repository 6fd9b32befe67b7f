import type { SystemError } from '../../abi/system-calls.ts';

/** Now, or later. */
export type Answer<T> = T | Promise<T>;

/** What is ready stays synchronous: a caller that cannot wait gets it at once. */
export function mapAnswer<From, To>(answer: Answer<From>, map: (value: From) => To): Answer<To> {
  return answer instanceof Promise ? answer.then(map) : map(answer);
}

/** On whose behalf a call waits, so that it can be called off when its process ends or closes the descriptor. */
export interface Caller {
  readonly group: number;
  readonly pid: number;
  /** Returns the function that forgets the callback. */
  onCancel(callback: (error: SystemError) => void): () => void;
}

/** The kernel itself: belongs to no group and is never called off. */
export const kernelCaller: Caller = { group: 0, pid: 0, onCancel: () => () => {} };

/** Calls that wait for the same thing, served in the order in which they came. `isStrict`: none passes one that has to wait longer. */
export class WaitList {
  readonly #isStrict: boolean;
  readonly #attempts = new Set<() => boolean>();
  #isWaking = false;
  #mustLookAgain = false;

  constructor(isStrict = false) {
    this.#isStrict = isStrict;
  }

  /** `attempt` returns undefined while it has to wait. What it throws is the call's error. */
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
      // Those before this one may be unable to continue for reasons of their own.
      if (this.#attempts.size > 1 && !this.#isStrict) this.wake();
    });
  }

  /** Something has changed: whoever can continue now, does. What that changes in turn is seen in another round, never by recursion. */
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
