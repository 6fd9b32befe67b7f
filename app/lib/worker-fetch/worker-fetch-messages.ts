import type { Reason } from '../protocol/texts/reason.ts';

/**
 * Messages between the page and a worker that performs requests for it, with one port per request. The page requests each part of the
 * response.
 */
export interface WorkerRequest {
  url: string;
  method: string;
  headers: [string, string][];
  /** `null` if there is none. */
  body: ArrayBuffer | null;
}

export type ToWorker = { type: 'pull' } | { type: 'abort' };

export type FromWorker =
  | { type: 'head'; status: number; statusText: string; headers: [string, string][] }
  | { type: 'data'; data: Uint8Array<ArrayBuffer> }
  | { type: 'end' }
  /** `why` completes a sentence about the host. */
  | { type: 'failed'; why: Reason };
