import { because, type Reason } from '../protocol/texts/reason.ts';
import { ReasonError } from '../protocol/texts/reason-error.ts';
import type { FromWorker, ToWorker, WorkerRequest } from './worker-fetch-messages.ts';

/** Ends a response with a message that completes a sentence about the host. */
export class WorkerFetchError extends ReasonError {
  override readonly name = 'WorkerFetchError';
}

export interface WorkerAnswerer {
  /** The response's head is sent at once, its body on demand. */
  answer(request: WorkerRequest, signal: AbortSignal): Promise<Response>;
  /** The message if it rejects with another error than a `WorkerFetchError`. */
  failed: Reason;
}

/** Serves one request of the page in the worker. Cancelled when the page cancels it. */
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
    // Copied, because the producer may reuse its memory, and a transferred buffer is no longer available here.
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
