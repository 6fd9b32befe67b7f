import type { Reason } from '../../protocol/texts/reason.ts';
import type { ToolIntent } from '../contract/tool-definition.ts';
import { type JudgedPart, type Judgement, strictest } from './policy-decision.ts';

/** Asks, for this reason, about everything that only a general setting allows. Rules remain in force, since they name what they allow. */
export function askAgain(decision: Judgement, intent: ToolIntent, why: Reason): Judgement {
  if (decision.verdict !== 'auto') return decision;
  const parts = decision.parts.map((part): JudgedPart => {
    const isOpen = part.verdict === 'auto' && (part.by === 'setting' || intent.kind === 'input');
    return isOpen ? { ...part, verdict: 'ask', why, by: 'guard' } : part;
  });
  return { ...decision, ...strictest(parts, decision.why) };
}
