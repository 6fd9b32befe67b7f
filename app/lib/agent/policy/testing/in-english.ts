import { type Reason, reasonText } from '../../../protocol/texts/reason.ts';
import type { PolicyDecision } from '../policy-decision.ts';

/** A reason as a model reads it; null where nothing asks. */
export function inEnglish(why: Reason | null): string | null {
  return why === null ? null : reasonText(why);
}

/** A decision by its English sentences alone. */
export function sentencesOf({ reason: _reason, parts, ...decision }: PolicyDecision) {
  return { ...decision, parts: parts.map(({ reason: _own, ...part }) => part) };
}
