import { effectOf } from '../../protocol/effect-of.ts';
import type { ConversationState } from '../contract/conversation-state.ts';
import { ownTaskCalls, taskMessages } from './session-facts.ts';

const REMINDER = 'Your plan still has open subgoals:';
const MOST_NAMED = 5;

/**
 * Returns the objectives of this task's plan that are neither completed nor blocked. Empty if the plan is an earlier task's, if the model
 * was already reminded in this task, or if it has no step left.
 */
export function openSubgoals(state: ConversationState): readonly string[] {
  if (state.iteration >= state.maxIterations) return [];
  const calls = ownTaskCalls(state);
  if (!calls.some((call) => call.status === 'success' && effectOf(call.effects, 'plan-updated') !== undefined)) return [];
  if (calls.some((call) => call.status === 'error' && isReminder(call.message)) || wasReminded(state)) return [];
  return openObjectives(state);
}

/** Returns the objectives of the plan that are neither completed nor blocked. */
export function openObjectives({ plan }: Pick<ConversationState, 'plan'>): readonly string[] {
  return plan.flatMap(({ status, objective }) => (status === 'not_started' || status === 'in_progress' ? [objective] : []));
}

/** Returns true if the text contains the reminder of the plan. */
export function isReminder(text: string): boolean {
  return text.includes(REMINDER);
}

/** Reminds the model of its plan before it stops. */
export function planReminder(open: readonly string[]): string {
  const named = open.slice(0, MOST_NAMED).map((objective) => JSON.stringify(objective));
  const more = open.length > MOST_NAMED ? ` and ${open.length - MOST_NAMED} more` : '';
  return `${REMINDER} ${named.join(', ')}${more}. Do what is left of them, or update the plan with what became of each (completed, or blocked and why); then finish.`;
}

function wasReminded(state: ConversationState): boolean {
  const remarks = taskMessages(state).filter(({ id }) => state.remarks.has(id));
  return remarks.some(({ parts }) => parts.some((part) => part.type === 'text' && isReminder(part.text)));
}
