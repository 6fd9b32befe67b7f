import { because, type Reason, reasonText } from '../protocol/texts/reason.ts';

/** What one answer of a provider may be at most. More is ended with a sentence: nothing of ours grows without end because a provider does. */
export const ANSWER_LIMITS = {
  /** Characters of one event. Some providers repeat the whole answer in their last one. */
  eventCharacters: 16_000_000,
  /** Events as they come. Two million are 2 MB in 1-character events. */
  events: 5_000_000,
  /** Characters of all events together, after those that only continue a text have been joined. */
  characters: 32_000_000,
  /** Events after joining; at 25 a second, the longest step of 15 minutes has 22,500. */
  joinedEvents: 100_000,
  /** Bytes of an answer that is no stream: an error's. */
  errorBytes: 1_000_000,
} as const;

export type AnswerLimits = { readonly [Name in keyof typeof ANSWER_LIMITS]: number };

/** The provider sent more than an answer may be. The message is safe to show. */
export class AnswerLimitError extends Error {
  override readonly name = 'AnswerLimitError';

  readonly reason: Reason;

  constructor(what: Reason) {
    const reason = because("The model's answer was ended: {what}. Try again, ask for less at a time, or choose another model.", { what });
    super(reasonText(reason));
    this.reason = reason;
  }
}
