import type { AnswerLimits } from '../answer-limits.ts';
import type { JoinStreamOptions } from './join-stream.ts';

export interface JoinEventsOptions extends JoinStreamOptions {
  /** After a text was sent, the following ones are held this long to be merged. In milliseconds. */
  maxDelayMs?: number;
  /** A held text of this length is sent at once. In characters. */
  maxCharacters?: number;
  limits?: AnswerLimits;
  /** The endpoint declares its answer as JSON lines. */
  isLines?: boolean;
}
