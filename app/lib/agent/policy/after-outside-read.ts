import type { ToolIntent } from '../tool-definition.ts';
import { type PolicyDecision, type PolicyPart, single, strictest } from './policy-decision.ts';

const WHY = 'this run has read from outside (the web, or an MCP server), and what it read could be behind this';

/** What is put together can carry what the project holds to a host that is already allowed. */
const WHY_ADDRESS =
  'this run has read from outside, and neither you nor what it read names this address: the model has put it together, and it may carry something of your project';

/**
 * A page, or what an MCP server answers, may hold instructions that a model follows. After such a text was read, what only a general setting lets pass asks: the user allowed
 * it before there was such a text. Rules stay in force, since they name what they allow.
 */
export function afterOutsideRead(decision: PolicyDecision, intent: ToolIntent): PolicyDecision {
  if (intent.kind === 'address') return intent.isGiven ? decision : single('ask', WHY_ADDRESS, intent.address);
  if (decision.verdict !== 'auto' || intent.kind === 'read' || intent.kind === 'control') return decision;
  const parts = decision.parts.map((part): PolicyPart => {
    const isOpen = part.verdict === 'auto' && (part.by === 'setting' || intent.kind === 'input');
    return isOpen ? { ...part, verdict: 'ask', why: WHY, by: 'guard' } : part;
  });
  return { ...decision, ...strictest(parts, decision.why) };
}
