import type { Reason } from '../protocol/texts/reason.ts';

/** Between the page and a worker that answers requests in its place: a port a request. The page asks for each part of the answer. */
export interface WorkerRequest {
  url: string;
  method: string;
  headers: [string, string][];
  /** Null: none. */
  body: ArrayBuffer | null;
}

export type ToWorker = { type: 'pull' } | { type: 'abort' };

export type FromWorker =
  | { type: 'head'; status: number; statusText: string; headers: [string, string][] }
  | { type: 'data'; data: Uint8Array<ArrayBuffer> }
  | { type: 'end' }
  /** `why`: the end of a sentence about the host. */
  | { type: 'failed'; why: Reason };
