/** A worker's side of the way to its page. */
export interface WorkerChannel<Received, Sent> {
  onmessage: ((event: { data: Received }) => void) | null;
  postMessage(message: Sent, transfer?: Transferable[]): void;
}

/** Of the worker that runs this. */
export function workerChannel<Received, Sent>(): WorkerChannel<Received, Sent> {
  // The app's types are those of a page, whose `postMessage` wants an origin.
  return globalThis as unknown as WorkerChannel<Received, Sent>;
}
