import type { ToolIntent } from '../tool-definition.ts';
import { askAgain } from './ask-again.ts';
import type { PolicyDecision } from './policy-decision.ts';

/** A sub-agent's changes are held to its scope by its tools; what a command writes nobody holds to it. */
export function withinScope(decision: PolicyDecision, intent: ToolIntent, scope: readonly string[]): PolicyDecision {
  if (intent.kind !== 'command' && intent.kind !== 'input') return decision;
  return askAgain(decision, intent, `a sub-agent that may write only ${scope.join(', ')} runs it, and a command is not held to that`);
}
