import { HostError } from '../outbound/host-error.ts';
import type { FromWorker, ToWorker, WorkerRequest } from './worker-fetch-messages.ts';

/** The used parts of a worker. */
export type FetchWorker = Pick<Worker, 'postMessage' | 'addEventListener' | 'dispatchEvent' | 'terminate'>;

/** The browser did not run the worker: the server is unreachable, or the browser rejects its headers. */
export class WorkerStartError extends TypeError {
  override readonly name = 'WorkerStartError';
}

const BODYLESS = new Set([204, 205, 304]);

/**
 * A `fetch` in a worker that may connect to other hosts, created with the first request. Rejects with a TypeError, like `fetch`; if the
 * worker could not start, the next request tries again.
 */
export function createWorkerFetch(createWorker: () => FetchWorker): typeof fetch {
  let worker: FetchWorker | null = null;
  const open = new Set<(error: unknown) => void>();
  const start = () => {
    const made = createWorker();
    made.addEventListener('error', () => {
      made.terminate();
      if (worker === made) worker = null;
      for (const fail of open) fail(new WorkerStartError('the worker that reaches it could not be started'));
    });
    return made;
  };
  return async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const body = request.body === null ? null : await request.arrayBuffer();
    const { url, method, headers, signal } = request;
    const asked: WorkerRequest = { url, method, headers: [...headers], body };
    const { port1, port2 } = new MessageChannel();
    worker ??= start();
    worker.postMessage(asked, [port2]);
    return answerOf(port1, { host: new URL(url).host, signal, open });
  };
}

interface Asked {
  host: string;
  signal: AbortSignal;
  /** Callbacks that reject pending requests when the worker is gone. */
  open: Set<(error: unknown) => void>;
}

function answerOf(port: MessagePort, { host, signal, open }: Asked): Promise<Response> {
  const tell = (message: ToWorker) => port.postMessage(message);
  let fail: (error: unknown) => void = () => undefined;
  const end = (error: unknown) => fail(error);
  const stop = () => fail(signal.reason);
  const leave = () => {
    signal.removeEventListener('abort', stop);
    open.delete(end);
    tell({ type: 'abort' });
    port.close();
  };
  signal.addEventListener('abort', stop);
  open.add(end);
  return new Promise<Response>((resolve, reject) => {
    fail = (error) => {
      leave();
      reject(error);
    };
    const bodyStream = () =>
      new ReadableStream<Uint8Array>(
        {
          start(controller) {
            fail = (error) => {
              leave();
              controller.error(error);
            };
            port.onmessage = ({ data }: MessageEvent<FromWorker>) => {
              if (data.type === 'data') controller.enqueue(data.data);
              else if (data.type === 'failed') fail(new HostError(host, data.why));
              else {
                leave();
                controller.close();
              }
            };
          },
          pull: () => tell({ type: 'pull' }),
          cancel: leave,
        },
        { highWaterMark: 0 },
      );
    port.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.type === 'failed') fail(new HostError(host, data.why));
      if (data.type !== 'head') return;
      const { status, statusText, headers } = data;
      const isBodyless = BODYLESS.has(status);
      resolve(new Response(isBodyless ? null : bodyStream(), { status, statusText, headers }));
      if (isBodyless) leave();
    };
  });
}
