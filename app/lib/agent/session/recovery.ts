import type { JournalEvent, OwnEvent } from '../../protocol/journal-event.ts';
import type { ToolCall } from '../../protocol/tool-call.ts';
import { deniedMessage } from '../calls/denied-message.ts';
import type { ConversationState } from './conversation-state.ts';
import { wakeEvent } from './machine.ts';
import { isAnswered, lastStepCalls } from './projection.ts';

export interface Recovery {
  /** What must be appended so that the journal tells a whole story. */
  events: JournalEvent[];
  /** An approval still waits: the run continues from there. */
  goesOn: boolean;
}

const INTERRUPTED_RUNNING = 'cancelled: interrupted while it ran. Part of it may have taken effect; check before relying on it.';
const INTERRUPTED_BEFORE = 'cancelled: interrupted before it ran.';

/**
 * Fixes a journal that a crash cut off at any event. What ran is answered as interrupted, never run again; a question nobody answered
 * is asked again, and with it the calls behind it wait on; everything else rests with a notice.
 */
export function recoveryEvents(state: ConversationState): Recovery {
  const delegates = [...state.delegates].flatMap(([toolCallId, delegate]) => closingEvents(toolCallId, delegate));
  if (wakeEvent(state.status) !== null) return { events: delegates, goesOn: false };
  const { events, isWaiting } = openEnds(state, true);
  if (isWaiting) return { events: [...delegates, ...events], goesOn: true };
  const message = 'The page was closed while the agent was at work. Nothing is lost; continue when you like.';
  return { events: [...delegates, ...events, interrupted(message)], goesOn: false };
}

/** A sub-agent is not taken up again: its call is answered as interrupted, and its own journal is brought to an end. */
function closingEvents(toolCallId: string, delegate: ConversationState): JournalEvent[] {
  if (wakeEvent(delegate.status) !== null) return [];
  const { events } = openEnds(delegate, false);
  // The key is the id of a call of this chat.
  const id = toolCallId as ToolCall['toolCallId'];
  return [...events, interrupted('The page was closed while it was at work.')].map((event) => ({
    type: 'delegate-event',
    toolCallId: id,
    event,
  }));
}

function interrupted(message: string): OwnEvent {
  return { type: 'run-ended', outcome: 'stopped', notice: { type: 'interrupted', message } };
}

/** What ends the open step and the open calls; `mayAsk`: those that wait for the user wait on. */
function openEnds(state: ConversationState, mayAsk: boolean): { events: OwnEvent[]; isWaiting: boolean } {
  const open = lastStepCalls(state).filter((call) => !isAnswered(call));
  const denials = open.flatMap((call) => deniedEvent(call, state));
  const isWaiting = mayAsk && open.some((call) => call.status === 'awaiting_approval' && answerTo(call, state) === undefined);
  const cut = open.filter((call) => (mayAsk ? isCut(call, state, isWaiting) : answerTo(call, state)?.decision !== 'deny'));
  const events: OwnEvent[] = [
    ...(state.openStep === null
      ? []
      : [{ type: 'step-failed' as const, stepId: state.openStep, message: 'The page was closed in the middle of the answer.', parts: [] }]),
    ...denials,
    ...cut.map((call) => ({
      type: 'tool-call-cancelled' as const,
      toolCallId: call.toolCallId,
      message: state.startedCalls.has(call.toolCallId) ? INTERRUPTED_RUNNING : INTERRUPTED_BEFORE,
    })),
  ];
  return { events, isWaiting };
}

function answerTo(call: ToolCall, state: ConversationState) {
  return call.status === 'awaiting_approval' ? state.approvalAnswers.get(call.approval.approvalId) : undefined;
}

function deniedEvent(call: ToolCall, state: ConversationState): OwnEvent[] {
  const answer = answerTo(call, state);
  if (answer?.decision !== 'deny') return [];
  return [{ type: 'tool-call-failed', toolCallId: call.toolCallId, code: 'denied', message: deniedMessage(answer.reason) }];
}

function isCut(call: ToolCall, state: ConversationState, isWaiting: boolean): boolean {
  if (call.status === 'awaiting_approval') return false;
  // What began must not run twice. What was only planned continues behind the question.
  return call.status === 'executing' || state.startedCalls.has(call.toolCallId) || !isWaiting;
}
