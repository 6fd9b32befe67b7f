import type { StepId } from '../../protocol/ids.ts';
import type { JournalEvent, OwnEvent } from '../../protocol/journal-event.ts';
import type { SessionNotice } from '../../protocol/session-state.ts';
import type { ToolCall } from '../../protocol/tool-call.ts';
import { unfinishedParts } from '../answers/unfinished-parts.ts';
import { deniedMessage } from '../calls/denied-message.ts';
import { INTERRUPTED_RUNNING } from '../calls/interrupted-message.ts';
import type { ConversationState } from '../contract/conversation-state.ts';
import type { PartialAnswer } from '../contract/ports.ts';
import type { ResumeCause } from '../contract/resume-cause.ts';
import { wakeEvent } from '../conversation/machine.ts';
import { isAnswered, lastStepCalls } from '../conversation/projection.ts';

export interface Recovery {
  /** Events to append so that the journal is complete. */
  events: JournalEvent[];
  /** An approval is pending, or another tab takes over the run, so the run continues. */
  continues: boolean;
}

const CUT_ANSWER: Readonly<Record<ResumeCause | 'never', string>> = {
  never: 'The page was closed in the middle of the answer.',
  'cut-off': 'The page was closed in the middle of the answer.',
  moved: 'The project went to another tab in the middle of the answer.',
};
const INTERRUPTED_BEFORE = 'cancelled: interrupted before it ran.';

/**
 * Repairs a journal that a crash cut off at any event. Calls that had started are answered as interrupted and never run again; unanswered
 * questions are asked again, and the calls behind them keep waiting; otherwise the session rests with a notice. A run that has moved to
 * this tab continues here with the calls that had not started.
 */
export function recoveryEvents(
  state: ConversationState,
  partials: readonly PartialAnswer[] = [],
  cause: ResumeCause = 'cut-off',
): Recovery {
  const delegates = [...state.delegates].flatMap(([toolCallId, delegate]) => closingEvents(toolCallId, delegate, partials));
  if (wakeEvent(state.status) !== null) return { events: delegates, continues: false };
  const { events, isWaiting } = openEnds(state, partials, cause);
  if (isWaiting) return { events: [...delegates, ...events], continues: true };
  // A program that makes the steps lives in the other tab.
  if (cause === 'moved' && state.runBy === 'model') {
    const end = dueEnd(state);
    return { events: [...delegates, ...events, ...(end === null ? [] : [end])], continues: end === null };
  }
  return { events: [...delegates, ...events, interrupted(interruption(state, partials))], continues: false };
}

/** Returns the end of a run whose last step needs no further work; null if there is more to do. */
function dueEnd(state: ConversationState): OwnEvent | null {
  const calls = lastStepCalls(state);
  if (state.openStep !== null || state.queued.some(({ when }) => when === 'after-step') || !calls.every(isAnswered)) return null;
  const hasEffect = (type: 'work-completed' | 'question-asked') =>
    calls.some((call) => call.status === 'success' && call.effects.some((effect) => effect.type === type));
  if (hasEffect('question-asked')) return { type: 'run-ended', outcome: 'waiting_for_user' };
  const isAnswer = calls.length === 0 && state.messages.at(-1)?.id === state.lastStep;
  return isAnswer || hasEffect('work-completed') ? { type: 'run-ended', outcome: 'completed' } : null;
}

/** A sub-agent is not resumed: its call is answered as interrupted and its own journal is ended. */
function closingEvents(toolCallId: string, delegate: ConversationState, partials: readonly PartialAnswer[]): JournalEvent[] {
  if (wakeEvent(delegate.status) !== null) return [];
  const { events } = openEnds(delegate, partials, 'never');
  // The key is the id of a call of this chat.
  const id = toolCallId as ToolCall['toolCallId'];
  return [...events, interrupted({ message: 'The page was closed while it was at work.' })].map((event) => ({
    type: 'delegate-event',
    toolCallId: id,
    event,
  }));
}

type Interruption = Omit<Extract<SessionNotice, { type: 'interrupted' }>, 'type'>;

function interrupted(how: Interruption): OwnEvent {
  return { type: 'run-ended', outcome: 'stopped', notice: { type: 'interrupted', ...how } };
}

/** Describes what was interrupted and how much of it was kept. */
function interruption(state: ConversationState, partials: readonly PartialAnswer[]): Interruption {
  if (state.openStep === null) return { message: 'The page was closed while the agent was at work. What it had finished is kept.' };
  const partial = partialOf(state, partials);
  if (partial === undefined) return { message: 'The page was closed while an answer was awaited. Nothing of it had been kept.' };
  return { message: 'The page was closed in the middle of an answer.', keptUntil: partial.at };
}

/** Returns the partial answer of the open step. */
function partialOf({ openStep }: ConversationState, partials: readonly PartialAnswer[]): PartialAnswer | undefined {
  return partials.find(({ stepId, parts }) => stepId === openStep && parts.length > 0);
}

function failedStep(
  state: ConversationState,
  stepId: StepId,
  { partials, cause }: { partials: readonly PartialAnswer[]; cause: ResumeCause | 'never' },
): OwnEvent {
  const parts = unfinishedParts(partialOf(state, partials)?.parts ?? [], stepId);
  return { type: 'step-failed', stepId, message: CUT_ANSWER[cause], parts };
}

/** Returns the events that end the open step and the open calls; with `never`, pending questions are not asked again. */
function openEnds(state: ConversationState, partials: readonly PartialAnswer[], cause: ResumeCause | 'never') {
  const mayAsk = cause !== 'never';
  const open = lastStepCalls(state).filter((call) => !isAnswered(call));
  const denials = open.flatMap((call) => deniedEvent(call, state));
  const isWaiting = mayAsk && open.some((call) => call.status === 'awaiting_approval' && answerTo(call, state) === undefined);
  const cut = open.filter((call) =>
    mayAsk ? isCut(call, state, isWaiting || cause === 'moved') : answerTo(call, state)?.decision !== 'deny',
  );
  const events: OwnEvent[] = [
    ...(state.openStep === null ? [] : [failedStep(state, state.openStep, { partials, cause })]),
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
  if (answer?.decision !== 'deny' || call.status !== 'awaiting_approval') return [];
  return [
    { type: 'tool-call-failed', toolCallId: call.toolCallId, code: 'denied', message: deniedMessage(answer.reason, call.approval.instead) },
  ];
}

function isCut(call: ToolCall, state: ConversationState, continues: boolean): boolean {
  if (call.status === 'awaiting_approval') return false;
  // Calls that have started must not run twice. Calls that were only planned wait for the question.
  return call.status === 'executing' || state.startedCalls.has(call.toolCallId) || !continues;
}
