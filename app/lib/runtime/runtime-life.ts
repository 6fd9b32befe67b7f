import { WorkspaceError } from './types.ts';

/** Tracks whether a runtime is alive, and rejects those who wait for it when it ends. */
export interface RuntimeLife {
  /** The result of the work; rejects with EUNAVAILABLE as soon as the runtime has ended, because it would never answer. */
  during<T>(work: () => Promise<T>): Promise<T>;
  hasEnded(): boolean;
  /** `reason` is shown to the user and the model. */
  end(reason: string): void;
}

export function createRuntimeLife(): RuntimeLife {
  // Does not use one shared promise to race against, because it would keep a reaction of every call for the runtime's lifetime.
  const waiting = new Set<(error: WorkspaceError) => void>();
  let ended: WorkspaceError | null = null;
  return {
    during(work) {
      if (ended) return Promise.reject(ended);
      return new Promise((resolve, reject) => {
        waiting.add(reject);
        work()
          .then(resolve, reject)
          .finally(() => waiting.delete(reject));
      });
    },
    hasEnded: () => ended !== null,
    end(reason) {
      ended = new WorkspaceError('EUNAVAILABLE', reason);
      for (const reject of waiting) reject(ended);
      waiting.clear();
    },
  };
}
