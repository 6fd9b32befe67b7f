import type { Reason } from '../../protocol/texts/reason.ts';
import type { StepFailure } from './errors.ts';

/** A model is not asked for now, and why. */
export interface RequestWait {
  kind: StepFailure;
  /** What had failed. */
  message: string;
  /** The message for the page, which says it in the user's language; undefined where it is in no catalogue. */
  reason?: Reason | undefined;
  since: number;
  /** When it is asked again by itself; null: when the network is back. */
  until: number | null;
}
