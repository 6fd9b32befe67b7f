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

/** What a `StepTransport` rejects with: the request itself failed, nothing has been streamed. */
export class StepTransportError extends Error {
  override readonly name = 'StepTransportError';
  /** HTTP status; null when there was no answer at all. */
  readonly status: number | null;
  /** From `retry-after`, in milliseconds; null when the server named none. */
  readonly retryAfterMs: number | null;
  readonly kind: FailureKind;
  /** The message for the page, which says it in the user's language; undefined where it is in no catalogue. */
  readonly reason: Reason | undefined;
  /** The part of the request that was refused, where it may be left out. */
  readonly about: RefusedPart | undefined;
  /** Figures of the model's window that it named; absent if only its message is known. */
  readonly room: ContextRoom | undefined;
  /** The model made a call that its provider could not read: what it had written; absent: it did not. */
  readonly unreadCall: string | undefined;

  /** `message` is shown to the user: what failed and what to do. `kind` absent: what the status says. */
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

/** Why an answer is none. `asked-again`: the user did not want to wait for it. */
export type StepFailure = FailureKind | 'asked-again';

/** A step began to answer and gave no usable answer. `parts` is what had come, for the eye only. */
export class StepFailedError extends Error {
  override readonly name = 'StepFailedError';
  /** The message for the page, which says it in the user's language; undefined where it is in no catalogue. */
  readonly reason: Reason | undefined;
  /** As those of a `StepTransportError`. */
  readonly about: RefusedPart | undefined;
  readonly room: ContextRoom | undefined;
  readonly unreadCall: string | undefined;

  constructor(
    message: string | Reason,
    readonly parts: MessagePart[],
    readonly failure: StepFailure = 'cut-off',
    /** Milliseconds; null where the provider named no time. */
    readonly retryAfterMs: number | null = null,
    details: RefusalDetails = {},
  ) {
    super(typeof message === 'string' ? message : reasonText(message));
    this.reason = typeof message === 'string' ? undefined : message;
    this.about = details.about;
    this.room = details.room;
    this.unreadCall = details.unreadCall;
  }

  /** False where asking again cannot help. */
  get isRetryable(): boolean {
    return this.failure === 'asked-again' || isWorthRetry(this.failure);
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
