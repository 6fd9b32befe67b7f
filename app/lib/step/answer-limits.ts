import { because, type Reason, reasonText } from '../protocol/texts/reason.ts';

/** Limits for one answer of a provider. A larger answer is ended with an error, so that a provider cannot make our memory grow without end. */
export const ANSWER_LIMITS = {
  /** Characters of one event. Some providers repeat the whole answer in their last event. */
  eventCharacters: 16_000_000,
  /** Events as received. Two million are 2 MB in 1-character events. */
  events: 5_000_000,
  /** Characters of all events, after text continuations were joined. */
  characters: 32_000_000,
  /** Events after joining; at 25 per second, the longest step of 15 minutes has 22,500. */
  joinedEvents: 100_000,
  /** Bytes of an answer that is not a stream, such as an error. */
  errorBytes: 1_000_000,
} as const;

export type AnswerLimits = { readonly [Name in keyof typeof ANSWER_LIMITS]: number };

/** The provider sent more than the limits allow. The message is safe to show. */
export class AnswerLimitError extends Error {
  override readonly name = 'AnswerLimitError';

  readonly reason: Reason;

  constructor(what: Reason) {
    const reason = because("The model's answer was ended: {what}. Try again, ask for less at a time, or choose another model.", { what });
    super(reasonText(reason));
    this.reason = reason;
  }
}
