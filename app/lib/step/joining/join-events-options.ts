import type { AnswerLimits } from '../answer-limits.ts';
import type { JoinStreamOptions } from './join-stream.ts';

export interface JoinEventsOptions extends JoinStreamOptions {
  /** After a text was sent, the following ones are held this long to be merged. Milliseconds. */
  maxDelayMs?: number;
  /** A held text of this length is sent at once. Characters. */
  maxCharacters?: number;
  limits?: AnswerLimits;
  /** The endpoint declares its answer as JSON lines. */
  isLines?: boolean;
}
