/** A worker for one process, as the kernel holds it, whoever has started it. */
export interface ProcessWorkerHandle {
  /** Comes after `#` in its address: what the browser tells of its workers' memory is distinguished by it. */
  readonly number: number;
  post(message: unknown, transfer?: Transferable[]): void;
  terminate(): void;
  /** It failed where no program could catch it (its script did not load). */
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
