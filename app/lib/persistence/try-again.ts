/** Pauses before the retries. In milliseconds. */
const PAUSES_MS = [0, 250, 1_000, 3_000];

/** Errors when the browser has ended a transaction or a connection without a fault of the caller. */
const PASSING: ReadonlySet<string> = new Set(['AbortError', 'InvalidStateError', 'UnknownError']);

type Pause = (milliseconds: number) => Promise<void>;

function isPassing(error: unknown): boolean {
  return error instanceof Error && PASSING.has(error.name);
}

/** A method that is not async may throw when no transaction can be started: this is retried like a rejection. */
function outcomeOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    if (!isPassing(error)) throw error;
    return Promise.reject(error);
  }
}

async function tryAgain(first: Promise<unknown>, work: () => unknown, pause: Pause): Promise<unknown> {
  let outcome: unknown = first;
  for (const milliseconds of PAUSES_MS) {
    try {
      return await outcome;
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
    await pause(milliseconds);
    outcome = (async () => work())();
  }
  return outcome;
}

/**
 * Wraps a store so that its asynchronous methods are retried when the browser has ended them. Each must be one transaction, of
 * which nothing has happened then, or be safe to repeat.
 */
export function tryingAgain<Store extends object>(store: Store, pause: Pause): Store {
  return new Proxy(store, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return (...given: unknown[]) => {
        const work = (): unknown => Reflect.apply(method, target, given);
        const first = outcomeOf(work);
        return first instanceof Promise ? tryAgain(first, work, pause) : first;
      };
    },
  });
}
