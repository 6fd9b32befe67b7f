import { because, type Reason, reasonText } from '../../protocol/texts/reason.ts';
import type { AnswerOutcome } from './agent-session.ts';

/** A text that is no reason is a tool's or the browser's own. */
export function refusedAnswer(why: string | Reason): AnswerOutcome {
  return typeof why === 'string' ? { accepted: false, why } : { accepted: false, why: reasonText(why), reason: why };
}

/** The journal did not take it; why is in the session's notice. */
export const NOT_KEPT = {
  summary: refusedAnswer(because('The summary could not be kept.')),
  lock: refusedAnswer(because('The lock could not be kept.')),
};

/** Why there is no summary to look at. */
export const NO_PREVIEW = {
  atWork: { problem: because('The agent is at work. Stop it, or wait until it is done.') },
  notKept: { problem: because('The summary could not be kept.') },
};
