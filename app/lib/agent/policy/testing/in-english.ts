import { type Reason, reasonText } from '../../../protocol/texts/reason.ts';
import type { PolicyDecision } from '../policy-decision.ts';

/** Returns a reason as a model reads it; null if nothing asks. */
export function inEnglish(why: Reason | null): string | null {
  return why === null ? null : reasonText(why);
}

/** Returns a decision with only its English sentences. */
export function sentencesOf({ reason: _reason, parts, ...decision }: PolicyDecision) {
  return { ...decision, parts: parts.map(({ reason: _own, ...part }) => part) };
}
