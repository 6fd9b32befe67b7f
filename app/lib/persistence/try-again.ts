/** Between two tries of what failed by itself. Milliseconds. */
const PAUSES_MS = [0, 250, 1_000, 3_000];

/** The browser has ended a transaction, or the connection that it was of, without a fault of who asked. */
const PASSING: ReadonlySet<string> = new Set(['AbortError', 'InvalidStateError', 'UnknownError']);

type Pause = (milliseconds: number) => Promise<void>;

function isPassing(error: unknown): boolean {
  return error instanceof Error && PASSING.has(error.name);
}

/** A transaction that cannot be begun is thrown at once, where a method does not turn it into a promise: it is asked again like the others. */
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
 * The same store, whose asynchronous methods do again, a few times, what the browser has ended. Each of them must be one transaction, of
 * which nothing has happened then, or harmless to do twice.
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
