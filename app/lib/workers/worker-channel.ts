/** A worker's side of the channel to its page. */
export interface WorkerChannel<Received, Sent> {
  onmessage: ((event: { data: Received }) => void) | null;
  postMessage(message: Sent, transfer?: Transferable[]): void;
}

/** Returns the channel of the current worker. */
export function workerChannel<Received, Sent>(): WorkerChannel<Received, Sent> {
  // The app's types are those of a page, whose `postMessage` requires an origin.
  return globalThis as unknown as WorkerChannel<Received, Sent>;
}
