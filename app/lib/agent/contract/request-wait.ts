import type { Reason } from '../../protocol/texts/reason.ts';
import type { StepFailure } from './errors.ts';

/** A pause in the requests to a model, and its cause. */
export interface RequestWait {
  kind: StepFailure;
  /** The message of the failure. */
  message: string;
  /** The message in the form that the page translates into the user's language; undefined if no catalogue contains it. */
  reason?: Reason | undefined;
  since: number;
  /** When the request is retried automatically; null if that is when the network is back. */
  until: number | null;
}
