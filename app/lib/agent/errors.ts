import type { MessagePart } from '../protocol/message.ts';

/** What a `StepTransport` rejects with: the request itself failed, nothing has been streamed. */
export class StepTransportError extends Error {
  override readonly name = 'StepTransportError';
  /** HTTP status; null when there was no answer at all. */
  readonly status: number | null;
  /** From `retry-after`, in milliseconds; null when the server named none. */
  readonly retryAfterMs: number | null;
  readonly isRetryable: boolean;

  /** `message` is shown to the user: what failed and what to do. */
  constructor(message: string, details: { status: number | null; retryAfterMs?: number | null; isRetryable?: boolean }) {
    super(message);
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.isRetryable = details.isRetryable ?? isRetryableStatus(details.status);
  }
}

function isRetryableStatus(status: number | null): boolean {
  return status === null || status === 408 || status === 409 || status === 429 || status >= 500;
}

/**
 * Why an answer is none. `broken`: it broke off. `empty`: it came whole and said nothing. `silent`: no data came for too long.
 * `asked-again`: the user did not want to wait for it. `refused`: asking again cannot help.
 */
export type StepFailure = 'broken' | 'empty' | 'silent' | 'asked-again' | 'refused';

/** A step began to answer and gave no usable answer. `parts` is what had come, for the eye only. */
export class StepFailedError extends Error {
  override readonly name = 'StepFailedError';
  constructor(
    message: string,
    readonly parts: MessagePart[],
    readonly failure: StepFailure = 'broken',
  ) {
    super(message);
  }

  /** False where asking again cannot help. */
  get isRetryable(): boolean {
    return this.failure !== 'refused';
  }
}

/** Something tried an edge of the session machine that is not drawn: a programmer's error. */
export class ImpossibleTransitionError extends Error {
  override readonly name = 'ImpossibleTransitionError';
  constructor(
    readonly status: string,
    readonly event: string,
  ) {
    super(`The session cannot take "${event}" while it is "${status}".`);
  }
}

/** The user pressed Stop. Never shown; it ends what is under way. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
  constructor() {
    super('Stopped.');
  }
}
