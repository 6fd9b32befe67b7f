import type { ChatMessage } from '../../protocol/message.ts';
import { announcementIn, asksForWork, asksUser } from '../answers/announced-action.ts';
import type { ConversationState } from '../contract/conversation-state.ts';
import { openSubgoals, planReminder } from '../conversation/open-plan.ts';
import { ownTaskCalls, taskWords } from '../conversation/session-facts.ts';

/** What becomes of a run whose last answer made no call. */
export type AnswerVerdict = { type: 'done' } | { type: 'remark'; text: string } | { type: 'stopped' };

const ANNOUNCED =
  'Your answer says what you are going to do, but it made no call, so nothing was done. If it is still to be done, make the call now. If nothing is left to do, say in plain words what was done.';

/**
 * Decides whether an answer without a call ends the task or only announces what the model is about to do. Such an answer gets one remark; if
 * the next one only announces something too, the model has stopped. Where the plan of the task is still open, the model is reminded once.
 */
export function answerVerdict(state: ConversationState): AnswerVerdict {
  if (state.mode !== 'agent' || state.runBy !== 'model') return { type: 'done' };
  const index = state.messages.findLastIndex(({ id }) => id === state.lastStep);
  const words = textOf(state.messages[index]);
  const open = openSubgoals(state);
  const announcement = announcementIn(words);
  if (announcement === 'clear' || (announcement === 'likely' && isOpen(state, open))) {
    const before = state.messages[index - 1];
    const wasTold = before !== undefined && state.remarks.has(before.id) && textOf(before).includes(ANNOUNCED);
    return wasTold ? { type: 'stopped' } : { type: 'remark', text: ANNOUNCED };
  }
  // The user's answer comes first.
  if (open.length === 0 || asksUser(words)) return { type: 'done' };
  return { type: 'remark', text: planReminder(open) };
}

/** Returns true if subgoals are open, or nothing at all was done for a task that asks for something. */
function isOpen(state: ConversationState, open: readonly string[]): boolean {
  return open.length > 0 || (ownTaskCalls(state).length === 0 && asksForWork(taskWords(state)));
}

function textOf(message: ChatMessage | undefined): string {
  return (message?.parts ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
