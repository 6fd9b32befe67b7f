import type { ToolIntent } from '../tool-definition.ts';
import { type PolicyDecision, type PolicyPart, strictest } from './policy-decision.ts';

/** What only a general setting lets pass asks, for this reason. Rules stay in force, since they name what they allow. */
export function askAgain(decision: PolicyDecision, intent: ToolIntent, why: string): PolicyDecision {
  if (decision.verdict !== 'auto') return decision;
  const parts = decision.parts.map((part): PolicyPart => {
    const isOpen = part.verdict === 'auto' && (part.by === 'setting' || intent.kind === 'input');
    return isOpen ? { ...part, verdict: 'ask', why, by: 'guard' } : part;
  });
  return { ...decision, ...strictest(parts, decision.why) };
}
