/** The kernel's handle to a worker of one process, whoever started it. */
export interface ProcessWorkerHandle {
  /** Follows `#` in the worker's URL, which identifies it in the browser's memory measurements. */
  readonly number: number;
  post(message: unknown, transfer?: Transferable[]): void;
  terminate(): void;
  /** Called for failures that no program could catch (its script did not load). */
  onError(listener: (message: string) => void): void;
}

export function ownProcessWorker(worker: Worker, number: number): ProcessWorkerHandle {
  return {
    number,
    post: (message, transfer = []) => worker.postMessage(message, transfer),
    terminate: () => worker.terminate(),
    onError(listener) {
      worker.onerror = (event) => {
        event.preventDefault();
        listener(event.message ?? 'its worker could not be started');
      };
    },
  };
}
