/** A worker's side of the way to its page. */
export interface WorkerChannel<Received, Sent> {
  onmessage: ((event: { data: Received }) => void) | null;
  postMessage(message: Sent, transfer?: Transferable[]): void;
}

/** Of the worker that runs this. The app's types are those of a page, whose `postMessage` wants an origin: hence the cast, here alone. */
export function workerChannel<Received, Sent>(): WorkerChannel<Received, Sent> {
  return globalThis as unknown as WorkerChannel<Received, Sent>;
}
