import { because, type Reason } from '../protocol/texts/reason.ts';
import { ReasonError } from '../protocol/texts/reason-error.ts';
import type { FromWorker, ToWorker, WorkerRequest } from './worker-fetch-messages.ts';

/** Ends an answer, with the end of a sentence about the host. */
export class WorkerFetchError extends ReasonError {
  override readonly name = 'WorkerFetchError';
}

export interface WorkerAnswerer {
  /** Its answer's head is sent at once, its body as it is asked for. */
  answer(request: WorkerRequest, signal: AbortSignal): Promise<Response>;
  /** What is said where it rejects with anything but a `WorkerFetchError`. */
  failed: Reason;
}

/** One request of the page, in the worker. The page's leaving ends it. */
export function serveWorkerRequest(request: WorkerRequest, port: MessagePort, { answer, failed }: WorkerAnswerer): void {
  const abort = new AbortController();
  const tell = (message: FromWorker, transfer: Transferable[] = []) => port.postMessage(message, transfer);
  let reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | null = null;
  const begin = async () => {
    const response = await answer(request, abort.signal);
    reader = response.body?.getReader() ?? null;
    tell({ type: 'head', status: response.status, statusText: response.statusText, headers: [...response.headers] });
  };
  const next = async () => {
    const part = await reader?.read();
    if (part?.value === undefined) {
      tell({ type: 'end' });
      return;
    }
    // A copy: whoever made the piece may use its memory again, and what is handed over is gone here.
    const data = part.value.slice();
    tell({ type: 'data', data }, [data.buffer]);
  };
  const attempt = (work: () => Promise<void>, why: Reason) =>
    void work().catch((error: unknown) => tell({ type: 'failed', why: error instanceof WorkerFetchError ? error.reason : why }));
  port.onmessage = ({ data }: MessageEvent<ToWorker>) => {
    if (data.type === 'pull') attempt(next, because('its answer was broken off'));
    else {
      abort.abort();
      void reader?.cancel().catch(() => undefined);
      port.close();
    }
  };
  attempt(begin, failed);
}
