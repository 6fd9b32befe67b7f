import type { MessagePart } from '../../protocol/message.ts';
import { type FailureKind, isWorthRetry, type StreamFailure } from '../../protocol/models/failure-kind.ts';
import type { RefusedPart } from '../../protocol/models/refused-part.ts';
import type { ContextRoom } from '../../protocol/models/too-long.ts';
import { type Reason, reasonText } from '../../protocol/texts/reason.ts';

interface TransportDetails {
  status: number | null;
  retryAfterMs?: number | null;
  kind?: FailureKind | undefined;
  reason?: Reason | undefined;
  about?: RefusedPart | undefined;
  room?: ContextRoom | undefined;
  unreadCall?: string | undefined;
}

/** Details of a refusal besides its kind. */
export type RefusalDetails = Pick<StreamFailure, 'about' | 'room' | 'unreadCall'>;

/** The error with which a `StepTransport` rejects: the request itself failed and nothing was streamed. */
export class StepTransportError extends Error {
  override readonly name = 'StepTransportError';
  /** HTTP status; null if there was no response at all. */
  readonly status: number | null;
  /** From `retry-after`, in milliseconds; null if the server sent none. */
  readonly retryAfterMs: number | null;
  readonly kind: FailureKind;
  /** The message in the form that the page translates into the user's language; undefined if no catalogue contains it. */
  readonly reason: Reason | undefined;
  /** The part of the request that was refused, if it may be omitted. */
  readonly about: RefusedPart | undefined;
  /** The limits of the model's window that the provider named; absent if only its message is known. */
  readonly room: ContextRoom | undefined;
  /** The text of a tool call that the provider could not parse; absent if there was none. */
  readonly unreadCall: string | undefined;

  /** `message` is shown to the user: what failed and what to do. If `kind` is absent, it is derived from the status. */
  constructor(message: string | Reason, details: TransportDetails) {
    super(typeof message === 'string' ? message : reasonText(message));
    this.reason = typeof message === 'string' ? details.reason : message;
    this.about = details.about;
    this.room = details.room;
    this.unreadCall = details.unreadCall;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.kind = details.kind ?? kindOfStatus(details.status);
  }

  get isRetryable(): boolean {
    return isWorthRetry(this.kind);
  }
}

function kindOfStatus(status: number | null): FailureKind {
  if (status === null) return 'network-gone';
  if (status === 401 || status === 403) return 'wrong-key';
  if (status === 402) return 'no-quota';
  if (status === 429) return 'rate-limit';
  if (status === 408 || status === 504) return 'time-out';
  return status === 409 || status >= 500 ? 'overload' : 'refused';
}

/** Why an answer is unusable. `asked-again`: the user retried instead of waiting for it. */
export type StepFailure = FailureKind | 'asked-again';

/** The error of a step that began to answer and gave no usable answer. `parts` is the partial answer, only for display. */
export class StepFailedError extends Error {
  override readonly name = 'StepFailedError';
  /** The message in the form that the page translates into the user's language; undefined if no catalogue contains it. */
  readonly reason: Reason | undefined;
  /** The same fields as those of a `StepTransportError`. */
  readonly about: RefusedPart | undefined;
  readonly room: ContextRoom | undefined;
  readonly unreadCall: string | undefined;

  constructor(
    message: string | Reason,
    readonly parts: MessagePart[],
    readonly failure: StepFailure = 'cut-off',
    /** In milliseconds; null if the provider named no time. */
    readonly retryAfterMs: number | null = null,
    details: RefusalDetails = {},
  ) {
    super(typeof message === 'string' ? message : reasonText(message));
    this.reason = typeof message === 'string' ? undefined : message;
    this.about = details.about;
    this.room = details.room;
    this.unreadCall = details.unreadCall;
  }

  /** False if a retry cannot help. */
  get isRetryable(): boolean {
    return this.failure === 'asked-again' || isWorthRetry(this.failure);
  }
}

/** An event that the session machine does not allow in this state: a programming error. */
export class ImpossibleTransitionError extends Error {
  override readonly name = 'ImpossibleTransitionError';
  constructor(
    readonly status: string,
    readonly event: string,
  ) {
    super(`The session cannot take "${event}" while it is "${status}".`);
  }
}

/** The user pressed Stop. Never shown; it ends the work in progress. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
  constructor() {
    super('Stopped.');
  }
}
