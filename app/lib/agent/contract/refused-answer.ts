import { because, type Reason, reasonText } from '../../protocol/texts/reason.ts';
import type { AnswerOutcome } from './agent-session.ts';

/** Returns a refused outcome. A plain string comes from a tool or the browser and is not translated. */
export function refusedAnswer(why: string | Reason): AnswerOutcome {
  return typeof why === 'string' ? { accepted: false, why } : { accepted: false, why: reasonText(why), reason: why };
}

/** The journal could not store it; the session's notice says why. */
export const NOT_KEPT = {
  summary: refusedAnswer(because('The summary could not be kept.')),
  lock: refusedAnswer(because('The lock could not be kept.')),
};

/** Why there is no summary to preview. */
export const NO_PREVIEW = {
  atWork: { problem: because('The agent is at work. Stop it, or wait until it is done.') },
  notKept: { problem: because('The summary could not be kept.') },
};
