/**
 * A program's HTTP request to another machine that the browser did not carry out, on its way to whoever embeds the engine: the client's
 * event `outside-request`, with the request and a port. Each `pull` on the port is answered with one part: first the head, then the body.
 * Nobody who listens: the program fails with a sentence.
 */
export const OUTSIDE_REQUEST_EVENT = 'outside-request';

export interface OutsideRequestHead {
  /** With its scheme. It comes from a program and is hostile, as all of this. */
  url: string;
  method: string;
  headers: [name: string, value: string][];
}

export interface OutsideRequest extends OutsideRequestHead {
  /** Empty where there is none. */
  body: Uint8Array;
}

export interface OutsideAnswerHead {
  status: number;
  reason: string;
  headers: [name: string, value: string][];
}

/** `EACCES`: it was not allowed. `ENOSYS`: not here. `ECONNREFUSED`: nobody answers. `ECONNRESET`: broken off. `EAGAIN`: too many. */
export type OutsideFailureCode = 'EACCES' | 'ENOSYS' | 'ECONNREFUSED' | 'ECONNRESET' | 'EAGAIN' | 'ETIMEDOUT' | 'EINVAL';

export type ToEmbedder = { type: 'pull' } | { type: 'close' };

export type FromEmbedder =
  | { type: 'head'; head: OutsideAnswerHead }
  | { type: 'data'; data: Uint8Array }
  | { type: 'end' }
  /** `message`: the end of a sentence about the host. */
  | { type: 'failed'; code: OutsideFailureCode; message: string };
