import type { ChatMessage } from '../../protocol/message.ts';
import type { SessionNotice } from '../../protocol/session-state.ts';
import type { ToolErrorCode } from '../../protocol/tool-call.ts';
import { TOOL_NAMES } from '../../protocol/tool-names.ts';
import { announcementIn, asksForChange, asksForWork, asksUser, claimsWork } from '../answers/announced-action.ts';
import { admitsUndone, showsWork } from '../answers/shown-work.ts';
import type { ConversationState } from '../contract/conversation-state.ts';
import { openSubgoals, planReminder } from '../conversation/open-plan.ts';
import { ownTaskCalls, taskWords } from '../conversation/session-facts.ts';
import { isCorrected, isWork, standingRefusal } from './refused-completion.ts';

/** The next action of a run whose last answer contained no call. */
export type AnswerVerdict =
  | { type: 'done' }
  | { type: 'remark'; text: string }
  | { type: 'stopped'; notice: Extract<SessionNotice, { type: 'model-stopped' }> };

export interface AnswerCircumstances {
  isIgnored: ((path: string) => boolean) | undefined;
  /** The answer is a sub-agent's, which may have been asked only for words. */
  isReport: boolean;
}

const ANNOUNCED =
  'Your answer says what you are going to do, but it made no call, so nothing was done. If it is still to be done, make the call now. If nothing is left to do, say in plain words what was done.';

const CLAIMED =
  'Your answer says that something was done, but no call of this task has changed or run anything, so nothing has changed. If it is still to be done, make the calls now: code in an answer changes no file. If calls were denied or failed, say that it is not done, and why. If it was done for an earlier task, say so.';

const SHOWN =
  'Your answer shows or describes a change or a command, but no call of this task has changed or run anything: text in an answer changes no file and runs nothing. If it is to be done, make the calls now. If the user only asked to see it, or if it cannot be done, say so in plain words.';

/** Tools whose calls may be the work that is asked for, although they have no effect that says so. */
const MAY_WORK: ReadonlySet<string> = new Set([TOOL_NAMES.process, TOOL_NAMES.routine, TOOL_NAMES.delegate]);
/** Tools whose calls are work only for a task that asks for a check. */
const CHECKS: ReadonlySet<string> = new Set([TOOL_NAMES.getErrors, TOOL_NAMES.preview]);
const ASKS_FOR_CHECK = /(?<!\p{L})(?:run|start|execute|open|check|type-?check|lint|führe|starte|öffne|prüfe)(?!\p{L})/iu;
const WAS_DENIED: ReadonlySet<ToolErrorCode> = new Set(['denied', 'blocked']);

/**
 * Decides whether an answer without a call ends the task or only announces the next action. An announcement gets one remark; if the next
 * answer is an announcement too, the model counts as stopped. The same applies to an answer that claims work that no call has done, to one
 * that shows a change instead of making it, and to one that ends a task whose completion was refused. If the plan of the task is still open, the model is reminded once.
 */
export function answerVerdict(state: ConversationState, { isIgnored, isReport }: AnswerCircumstances): AnswerVerdict {
  if (state.mode !== 'agent' || state.runBy !== 'model') return { type: 'done' };
  const index = state.messages.findLastIndex(({ id }) => id === state.lastStep);
  const words = textOf(state.messages[index]);
  const open = openSubgoals(state);
  const announcement = announcementIn(words);
  const isLeft = !isReport && isLeftOpen(state, words);
  if (announcement === 'clear' || (announcement === 'likely' && (open.length > 0 || isUntouched(state) || isLeft))) {
    return wasCorrected(state, index) ? stopped('announcement') : { type: 'remark', text: ANNOUNCED };
  }
  if (isUnchanged(state) && claimsWork(words)) {
    return wasCorrected(state, index) ? stopped('claim') : { type: 'remark', text: CLAIMED };
  }
  if (isLeft && !asksUser(words) && showsWork(words)) {
    return wasCorrected(state, index) ? stopped('shown') : { type: 'remark', text: SHOWN };
  }
  const refusal = standingRefusal(state, words, isIgnored);
  if (refusal !== null) {
    return isCorrected(state) ? stopped(refusal.by, refusal.missing) : { type: 'remark', text: refusal.remark };
  }
  // The user's answer takes precedence.
  if (open.length === 0 || asksUser(words)) return { type: 'done' };
  return { type: 'remark', text: planReminder(open) };
}

function stopped(by: Extract<SessionNotice, { type: 'model-stopped' }>['by'], missing?: readonly string[]): AnswerVerdict {
  return { type: 'stopped', notice: { type: 'model-stopped', by, ...(missing === undefined ? {} : { missing: [...missing] }) } };
}

/** Returns true if one of the remarks that the message answers was about an answer without a call. */
function wasCorrected({ messages, remarks }: ConversationState, index: number): boolean {
  const earlier = messages.slice(0, Math.max(0, index));
  const said = earlier.slice(earlier.findLastIndex(({ id }) => !remarks.has(id)) + 1).map(textOf);
  return said.some((text) => [ANNOUNCED, CLAIMED, SHOWN].some((remark) => text.includes(remark)));
}

/** Returns true if the task asks for an action and nothing at all was done. */
function isUntouched(state: ConversationState): boolean {
  return ownTaskCalls(state).length === 0 && asksForWork(taskWords(state));
}

/** Returns true if no call has done any work for a task that asks for something: there were none, they only looked, were denied or failed. */
function isUnchanged(state: ConversationState): boolean {
  const hasWorked = ownTaskCalls(state).some((call) => call.status === 'success' && call.effects.some(isWork));
  return !hasWorked && asksForWork(taskWords(state));
}

/** Returns true if the task asks for a change, all calls have only looked and none was denied, and the answer does not say why. */
function isLeftOpen(state: ConversationState, answer: string): boolean {
  const task = taskWords(state);
  if (!asksForChange(task) || admitsUndone(answer)) return false;
  return !ownTaskCalls(state).some((call) => {
    if (call.status === 'error') return WAS_DENIED.has(call.code);
    const isCheck = CHECKS.has(call.toolName) && ASKS_FOR_CHECK.test(task);
    return isCheck || MAY_WORK.has(call.toolName) || (call.status === 'success' && call.effects.some(isWork));
  });
}

function textOf(message: ChatMessage | undefined): string {
  return (message?.parts ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
