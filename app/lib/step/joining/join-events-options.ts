import type { AnswerLimits } from '../answer-limits.ts';
import type { JoinStreamOptions } from './join-stream.ts';

export interface JoinEventsOptions extends JoinStreamOptions {
  /** So long after a text was sent on, those that follow wait to become one. Milliseconds. */
  maxDelayMs?: number;
  /** A held text is let go when it has grown to this. Characters. */
  maxCharacters?: number;
  limits?: AnswerLimits;
  /** The endpoint says that its answer is JSON lines. */
  isLines?: boolean;
}
