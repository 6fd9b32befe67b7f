import { WorkspaceError } from './types.ts';

/** Whether a runtime still lives, and what becomes of those who wait for it when it does not. */
export interface RuntimeLife {
  /** The work's outcome, or a rejection with EUNAVAILABLE as soon as the runtime has ended: it will never answer. */
  during<T>(work: () => Promise<T>): Promise<T>;
  hasEnded(): boolean;
  /** `reason` is fit for a user and for a model. */
  end(reason: string): void;
}

export function createRuntimeLife(): RuntimeLife {
  // Not one promise that all race against: it would keep a reaction of every call for as long as the runtime lives.
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
