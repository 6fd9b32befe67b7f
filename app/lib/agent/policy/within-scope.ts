import { because } from '../../protocol/texts/reason.ts';
import type { ToolIntent } from '../contract/tool-definition.ts';
import { askAgain } from './ask-again.ts';
import type { Judgement } from './policy-decision.ts';

/** A sub-agent's tools enforce its scope, but nothing enforces it for the files that a command writes. */
export function withinScope(decision: Judgement, intent: ToolIntent, scope: readonly string[]): Judgement {
  if (intent.kind !== 'command' && intent.kind !== 'input') return decision;
  return askAgain(
    decision,
    intent,
    because('a sub-agent that may write only {scope} runs it, and a command is not held to that', { scope: scope.join(', ') }),
  );
}
