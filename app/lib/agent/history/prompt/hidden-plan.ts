import { effectOf } from '../../../protocol/effect-of.ts';
import type { ChatMessage } from '../../../protocol/message.ts';
import type { Subgoal } from '../../../protocol/plan.ts';
import type { ConversationState } from '../../contract/conversation-state.ts';

/**
 * Returns the plan if the sent messages no longer show it: the call that made it is in a summary, or older than the turns that are sent.
 * Otherwise it stays out of the prompt, where every change invalidates the whole prompt cache. A plan of an earlier task is never sent as
 * the current one.
 */
export function hiddenPlan(
  { plan, isPlanOld, toolCalls }: Pick<ConversationState, 'plan' | 'isPlanOld' | 'toolCalls'>,
  messages: readonly ChatMessage[],
): readonly Subgoal[] {
  if (plan.length === 0 || isPlanOld) return [];
  const newest = [...toolCalls.values()].findLast(
    (call) => call.status === 'success' && effectOf(call.effects, 'plan-updated') !== undefined,
  );
  const isShown = messages.some(({ parts }) =>
    parts.some((part) => part.type === 'dynamic-tool' && part.toolCallId === newest?.toolCallId),
  );
  return isShown ? [] : plan;
}
