import { createWorkerFetch, type FetchWorker, WorkerStartError } from '../worker-fetch/create-worker-fetch.ts';

/** `isStrict` sends the page's own headers, for browsers that do not support `credentialless`. */
export type CreateLocalWorker = (origins: readonly string[], isStrict: boolean) => FetchWorker;

export interface LocalWorkers {
  /** Sends a request through the worker that can reach these origins and no others. */
  ask(origins: readonly string[], path: string, body: unknown, signal?: AbortSignal): Promise<Response>;
  /** Ends the workers of all other origins, with their pending requests. */
  keepOnly(origins: ReadonlySet<string>): void;
}

/** One worker per endpoint, created on first use, so that none can reach more than it needs. */
export function createLocalWorkers(createWorker: CreateLocalWorker): LocalWorkers {
  const workers = new Map<string, { origins: readonly string[]; fetch: typeof fetch; end(): void }>();
  let isStrict = false;

  const workerOf = (origins: readonly string[]) => {
    const key = origins.join(' ');
    const known = workers.get(key);
    if (known !== undefined) return known;
    let running: FetchWorker | null = null;
    const made = {
      origins,
      fetch: createWorkerFetch(() => {
        running = createWorker(origins, isStrict);
        return running;
      }),
      // Pending requests fail as if the worker had not started.
      end: () => running?.dispatchEvent(new Event('error')),
    };
    workers.set(key, made);
    return made;
  };

  const send = (origins: readonly string[], path: string, body: unknown, signal: AbortSignal | undefined) =>
    workerOf(origins).fetch(`http://local-models${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    });

  return {
    async ask(origins, path, body, signal) {
      try {
        return await send(origins, path, body, signal);
      } catch (error) {
        if (!(error instanceof WorkerStartError) || isStrict) throw error;
      }
      isStrict = true;
      try {
        return await send(origins, path, body, signal);
      } catch (error) {
        // That was not the cause; the server may be unreachable.
        if (error instanceof WorkerStartError) isStrict = false;
        throw error;
      }
    },
    keepOnly(wanted) {
      for (const [key, { origins, end }] of workers) {
        if (origins.every((origin) => wanted.has(origin))) continue;
        workers.delete(key);
        end();
      }
    },
  };
}
