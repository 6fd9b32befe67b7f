/**
 * Carries a program's HTTP request to another machine that the browser did not perform to the embedder: the client's event
 * `outside-request`, with the request and a port. Each `pull` on the port is answered with one part: first the head, then the body.
 * Without a listener, the request fails with an error.
 */
export const OUTSIDE_REQUEST_EVENT = 'outside-request';

export interface OutsideRequestHead {
  /** Includes the scheme. Like everything here it comes from a program, and may be hostile. */
  url: string;
  method: string;
  headers: [name: string, value: string][];
}

export interface OutsideRequest extends OutsideRequestHead {
  /** Empty if there is none. */
  body: Uint8Array;
}

export interface OutsideAnswerHead {
  status: number;
  reason: string;
  headers: [name: string, value: string][];
}

/** `EACCES`: not allowed. `ENOSYS`: not supported here. `ECONNREFUSED`: no answer. `ECONNRESET`: interrupted. `EAGAIN`: too many. */
export type OutsideFailureCode = 'EACCES' | 'ENOSYS' | 'ECONNREFUSED' | 'ECONNRESET' | 'EAGAIN' | 'ETIMEDOUT' | 'EINVAL';

export type ToEmbedder = { type: 'pull' } | { type: 'close' };

export type FromEmbedder =
  | { type: 'head'; head: OutsideAnswerHead }
  | { type: 'data'; data: Uint8Array }
  | { type: 'end' }
  /** `message` is the end of a sentence about the host. */
  | { type: 'failed'; code: OutsideFailureCode; message: string };
