import type { StepId } from '../../protocol/ids.ts';
import { delegatedCallId } from '../../protocol/ids.ts';
import type { JournalEvent, JournalRecord } from '../../protocol/journal-event.ts';
import type { ChatMessage, MessagePart } from '../../protocol/message.ts';
import { remarkText } from '../../protocol/remark.ts';
import type { ToolCall } from '../../protocol/tool-call.ts';
import { type ConversationState, INITIAL_CONVERSATION, type QueuedMessage } from '../contract/conversation-state.ts';
import { ImpossibleTransitionError } from '../contract/errors.ts';
import { countOf } from '../contract/file-log.ts';
import { isPastEvent } from '../contract/past-event.ts';
import { type CallsAre, callsEvent, transition, wakeEvent } from './machine.ts';
import { withPastEvent } from './past/past-projection.ts';
import { answeredCall } from './projection-parts/answered-call.ts';
import { withEffect } from './projection-parts/effect-projection.ts';
import { inProjection, withEntry, withItem, withItemAt, withMember } from './projection-parts/owned-collections.ts';
import { withSeenFiles } from './projection-parts/seen-files.ts';
import { withLeftOut } from './projection-parts/with-left-out.ts';
import { isForStep, withAddedToTask, withQueueIn, withSent, withSteering } from './projection-parts/with-queue-in.ts';
import { keptPrompt, withRemark } from './projection-parts/with-remark.ts';
import { withTokens } from './projection-parts/with-tokens.ts';
import { workedSince } from './run-meter.ts';
import { shownScriptKey } from './shown-script-key.ts';
import { userCommandText } from './user-command-text.ts';
import { withHookAnswer, withHookCalls } from './with-hook-calls.ts';

/** The fields of a record that the projection needs. */
export type ProjectedRecord = Pick<JournalRecord, 'event' | 'at'>;

/** Returns the state after one more record. Pure; throws an `ImpossibleTransitionError` for an event that cannot occur here. */
export function applyRecord(state: ConversationState, record: ProjectedRecord): ConversationState {
  return withWorkedTime(state, applied(state, record), record.at);
}

function applied(state: ConversationState, { event, at }: ProjectedRecord): ConversationState {
  if (isPastEvent(event)) return withPastEvent(state, event);
  switch (event.type) {
    case 'chat-created':
    case 'chat-renamed':
      return titled(state, event);
    case 'user-message':
      return withUserMessage(state, { message: event.message, when: event.when ?? 'after-step', mode: event.mode });
    case 'message-withdrawn':
      return { ...state, queued: state.queued.filter(({ message }) => message.id !== event.messageId) };
    case 'run-started':
      return event.isBeside === true
        ? { ...awake(state), ...freshRun(event, at), ...filesOf(state) }
        : { ...awake(withNextTask(withFreshFiles(state))), ...freshRun(event, at), hooks: { ...state.hooks, rounds: 0 } };
    case 'step-counted':
      return { ...state, iteration: state.iteration + 1 };
    case 'iterations-granted':
      return {
        ...state,
        maxIterations: state.maxIterations + event.count,
        notice: state.notice?.type === 'iteration-limit' ? null : state.notice,
      };
    case 'budget-granted':
      return budgetGranted(state, event);
    case 'model-switched':
      return { ...state, switchedModelId: event.modelId };
    case 'hooks-started':
      return { ...state, hooks: withHookCalls(state.hooks, event.when, event.toolCallIds) };
    case 'guard-remark':
      return withRemark(state, event);
    case 'user-command': {
      const { messageId, done } = event;
      const noted = withRemark(state, { messageId, text: remarkText(userCommandText(done)) });
      return { ...noted, userCommands: withEntry(state.userCommands, messageId, done) };
    }
    case 'outputs-stubbed':
      return { ...state, stubbedCalls: event.toolCallIds.reduce(withMember, state.stubbedCalls) };
    case 'history-compacted': {
      const { type: _type, ...compaction } = event;
      return { ...state, compactions: [...state.compactions, compaction], lastUsage: null };
    }
    case 'part-left-out':
      return withLeftOut(state, event);
    case 'compaction-undone':
      return { ...state, compactions: state.compactions.filter(({ compactionId }) => compactionId !== event.compactionId) };
    case 'tokens-used':
      return withTokens(state, event.usage, event.modelId);
    case 'path-locked':
      return withLock(state, event);
    case 'step-started':
      return {
        ...awake(withSteering(state)),
        notice: null,
        openStep: event.stepId,
        stepModelId: event.modelId,
        runBy: 'model',
        iteration: state.iteration + 1,
        ...(event.prompt === undefined ? {} : { prompt: keptPrompt(state, event.prompt) }),
      };
    case 'step-finished':
      return stepFinished(state, event, at);
    case 'step-failed':
      return stepFailed(state, event);
    case 'answer-kept':
      return {
        ...state,
        failedMessages: new Set([...state.failedMessages].filter((id) => id !== event.messageId)),
        keptMessages: withMember(state.keptMessages, event.messageId),
      };
    case 'run-ended':
      return { ...runEnded(state, event), runEndedAt: at };
    case 'delegate-event':
      return settled(delegateEvent(state, event, at));
    default:
      return toolCallEvent(state, event, at);
  }
}

/** Returns the state of a whole journal. Events that cannot occur where they do are skipped: a damaged chat must still open. */
export function projectRecords(records: Iterable<ProjectedRecord>): ConversationState {
  // Read all records first, so that the code behind the iterable does not run inside the projection.
  const all = [...records];
  return inProjection(({ record: inRecord, share }) => {
    let state = INITIAL_CONVERSATION;
    for (const record of all) {
      // Versions of the conversation hold its previous collections.
      if (isPastEvent(record.event)) share();
      try {
        state = inRecord(() => applyRecord(state, record));
      } catch (error) {
        if (!(error instanceof ImpossibleTransitionError)) throw error;
      }
      if (isPastEvent(record.event)) share();
    }
    return state;
  });
}

function titled(state: ConversationState, event: EventOf<'chat-created' | 'chat-renamed'>): ConversationState {
  return { ...state, title: event.title, isForeign: state.isForeign || (event.type === 'chat-created' && event.isForeign === true) };
}

type EventOf<Type extends JournalEvent['type']> = Extract<JournalEvent, { type: Type }>;
type ToolCallEvent = EventOf<
  | 'tool-call-validated'
  | 'approval-requested'
  | 'approval-answered'
  | 'tool-call-started'
  | 'tool-call-succeeded'
  | 'tool-call-failed'
  | 'tool-call-cancelled'
>;

/** Adds the usage and effects of a sub-agent to those of its run. */
function delegateEvent(state: ConversationState, { toolCallId, event }: EventOf<'delegate-event'>, at: number): ConversationState {
  const delegate = applyRecord(state.delegates.get(toolCallId) ?? INITIAL_CONVERSATION, { event, at });
  const next = { ...state, delegates: withEntry(state.delegates, toolCallId, delegate) };
  if (event.type === 'step-finished') return withTokens(next, event.usage, delegate.stepModelId);
  if (event.type === 'tokens-used') return withTokens(next, event.usage, event.modelId ?? delegate.stepModelId);
  if (event.type !== 'tool-call-succeeded') return next;
  const marked = withFileMark(next, delegatedCallId(toolCallId, event.toolCallId));
  // A sub-agent has its own plan.
  return event.effects.filter(({ type }) => type !== 'plan-updated').reduce(withEffect, marked);
}

function filesOf({ filesCreated, filesModified, commandsExecuted }: ConversationState) {
  return { filesCreated, filesModified, commandsExecuted };
}

function freshRun({ maxIterations, by }: EventOf<'run-started'>, at: number): Partial<ConversationState> {
  const { iteration, notice, filesCreated, filesModified, commandsExecuted, runTokens, runUsage, worked } = INITIAL_CONVERSATION;
  const { granted, switchedModelId, runEndedAt, workEnd } = INITIAL_CONVERSATION;
  const done = { iteration, notice, filesCreated, filesModified, commandsExecuted, runEndedAt, workEnd };
  return { ...done, runTokens, runUsage, worked, granted, switchedModelId, runStartedAt: at, maxIterations, runBy: by ?? 'model' };
}

/** Starts a new file log, unless the message answers the agent's question and so continues the same task. */
function withFreshFiles(state: ConversationState): ConversationState {
  if (state.status === 'waiting_for_user') return state;
  return { ...state, isPlanOld: state.isPlanOld || state.status === 'completed', fileLog: null, fileMarks: new Map() };
}

function awake(state: ConversationState): ConversationState {
  const event = wakeEvent(state.status);
  return event === null ? state : { ...state, status: transition(state.status, event) };
}

function isAtWork(state: ConversationState): boolean {
  return wakeEvent(state.status) === null;
}

function withUserMessage(state: ConversationState, sent: QueuedMessage): ConversationState {
  if (isAtWork(state)) return { ...state, queued: [...state.queued, sent] };
  // Messages left over from an earlier run come first. The agent's question does not end its task.
  const isAnswer = state.status === 'waiting_for_user';
  const before = isAnswer ? withAddedToTask(withQueueIn(state, isForStep), sent.message.id) : withQueueIn(state, () => true);
  return { ...withSent(before, sent.message), mode: sent.mode };
}

/** Adds the messages that were for the last run's steps and, if that run completed its task, the first one that waited for its end. */
function withNextTask(state: ConversationState): ConversationState {
  const next = state.status === 'completed' ? state.queued.find((waiting) => !isForStep(waiting)) : undefined;
  return withQueueIn(state, (waiting) => isForStep(waiting) || waiting === next);
}

function withLock(state: ConversationState, { path, isLocked }: EventOf<'path-locked'>): ConversationState {
  const others = state.lockedPaths.filter((locked) => locked !== path);
  return { ...state, lockedPaths: isLocked ? [...others, path] : others };
}

function budgetGranted(state: ConversationState, { budget, amount }: EventOf<'budget-granted'>): ConversationState {
  const granted = { ...state.granted, [budget]: state.granted[budget] + amount };
  const isItsNotice = state.notice?.type === 'budget' && state.notice.of === undefined && state.notice.budget === budget;
  return { ...state, granted, notice: isItsNotice ? null : state.notice };
}

function stepFinished(state: ConversationState, event: EventOf<'step-finished'>, at: number): ConversationState {
  let { toolCalls } = state;
  for (const part of event.parts) {
    const call = part.type === 'dynamic-tool' ? callOf(part, event.stepId, at) : null;
    if (call !== null) toolCalls = withEntry(toolCalls, call.toolCallId, call);
  }
  const { inputTokens, outputTokens = 0 } = event.usage;
  return settled({
    ...withTokens(state, event.usage, state.stepModelId, event.stepId),
    toolCalls,
    openStep: null,
    lastStep: event.stepId,
    messages: withItem(state.messages, { id: event.stepId, role: 'assistant', parts: event.parts }),
    answeredBy: withEntry<string, string>(state.answeredBy, event.stepId, state.stepModelId),
    lastUsage: inputTokens === undefined ? null : { input: inputTokens, output: outputTokens },
  });
}

/** Adds the work time up to this record. */
function withWorkedTime(before: ConversationState, after: ConversationState, at: number): ConversationState {
  const ms = after.worked.ms + workedSince(before.worked.until, at);
  const until = after.status === 'thinking' || after.status === 'executing' ? at : null;
  return ms === after.worked.ms && until === after.worked.until ? after : { ...after, worked: { ms, until } };
}

function callOf(part: Extract<MessagePart, { type: 'dynamic-tool' }>, stepId: StepId, at: number): ToolCall {
  // The id is only a map key here; the schema of the part has checked its length.
  const base = { toolCallId: part.toolCallId as ToolCall['toolCallId'], stepId, toolName: part.toolName, input: part.input };
  switch (part.state) {
    case 'input-available':
      return { ...base, status: 'validating' };
    case 'output-available':
      return { ...base, status: 'success', output: part.output, finishedAt: at, durationMs: 0, effects: [] };
    case 'output-error':
      return { ...base, status: 'error', code: 'bad_arguments', message: part.errorText, finishedAt: at };
  }
}

function stepFailed(state: ConversationState, event: EventOf<'step-failed'>): ConversationState {
  const base = { ...state, openStep: null, iteration: Math.max(0, state.iteration - 1) };
  if (event.parts.length === 0) return base;
  return {
    ...base,
    messages: withItem(state.messages, { id: event.stepId, role: 'assistant', parts: event.parts }),
    failedMessages: withMember<string>(state.failedMessages, event.stepId),
    answeredBy: withEntry<string, string>(state.answeredBy, event.stepId, state.stepModelId),
  };
}

function runEnded(state: ConversationState, event: EventOf<'run-ended'>): ConversationState {
  const base = { ...state, openStep: null };
  switch (event.outcome) {
    case 'completed':
      return { ...base, status: transition(state.status, 'complete'), notice: event.notice ?? null };
    case 'waiting_for_user':
      return { ...base, status: transition(state.status, 'ask-user'), notice: event.notice ?? null };
    case 'error':
      return { ...base, status: transition(state.status, 'fail'), notice: event.notice ?? null };
    case 'stopped':
      return { ...base, status: transition(state.status, 'stop'), notice: event.notice ?? { type: 'stopped' } };
    case 'limit':
      return { ...base, status: transition(state.status, 'stop'), notice: event.notice ?? null };
    case 'iteration-limit':
      return {
        ...base,
        status: transition(state.status, 'stop'),
        notice: event.notice ?? { type: 'iteration-limit', limit: state.maxIterations },
      };
  }
}

function toolCallEvent(state: ConversationState, event: ToolCallEvent, at: number): ConversationState {
  const toolCallId = event.type === 'approval-requested' ? event.approval.toolCallId : event.toolCallId;
  const call = state.toolCalls.get(toolCallId);
  if (call === undefined) return state;
  const base = { toolCallId: call.toolCallId, stepId: call.stepId, toolName: call.toolName, input: call.input };
  switch (event.type) {
    case 'tool-call-validated':
      return withCall(state, { ...base, input: event.input, status: 'scheduled' });
    case 'approval-requested':
      return withCall(withShownScripts(state, event.approval), { ...base, status: 'awaiting_approval', approval: event.approval });
    case 'approval-answered': {
      const hooks = call.status === 'awaiting_approval' ? withHookAnswer(state.hooks, call.approval, event.answer) : state.hooks;
      const answered = { ...state, hooks, approvalAnswers: withEntry(state.approvalAnswers, event.approvalId, event.answer) };
      return withCall(answered, answeredCall(call, event.answer));
    }
    case 'tool-call-started':
      return withCall(
        { ...state, startedCalls: withMember<string>(state.startedCalls, toolCallId) },
        { ...base, status: 'executing', startedAt: at },
      );
    case 'tool-call-succeeded':
      return withCall(event.effects.reduce(withEffect, withSeenFiles(withFileMark(state, toolCallId), call.input, event.effects)), {
        ...base,
        status: 'success',
        output: event.output,
        finishedAt: at,
        durationMs: event.durationMs,
        effects: event.effects,
      });
    case 'tool-call-failed':
      return withCall(state, { ...base, status: 'error', code: event.code, message: event.message, finishedAt: at });
    case 'tool-call-cancelled':
      return withCall(state, { ...base, status: 'cancelled', message: event.message, finishedAt: at });
  }
}

function withFileMark(state: ConversationState, toolCallId: string): ConversationState {
  return { ...state, fileMarks: withEntry(state.fileMarks, toolCallId, countOf(state.fileLog)) };
}

function withShownScripts(state: ConversationState, { scripts = [] }: EventOf<'approval-requested'>['approval']): ConversationState {
  if (scripts.length === 0) return state;
  const shownScripts = scripts.reduce((shown, script) => withEntry(shown, shownScriptKey(script), script.text), state.shownScripts);
  return { ...state, shownScripts };
}

function withCall(state: ConversationState, call: ToolCall): ConversationState {
  const toolCalls = withEntry(state.toolCalls, call.toolCallId, call);
  return settled({ ...state, toolCalls, messages: withAnswer(state.messages, call) });
}

/** Adds the answer of a finished call to its message part. */
function withAnswer(messages: readonly ChatMessage[], call: ToolCall): readonly ChatMessage[] {
  if (call.status !== 'success' && call.status !== 'error' && call.status !== 'cancelled') return messages;
  const index = messages.findLastIndex((message) => message.id === call.stepId);
  const message = messages[index];
  if (message === undefined) return messages;
  const parts = message.parts.map((part): MessagePart => {
    if (part.type !== 'dynamic-tool' || part.toolCallId !== call.toolCallId) return part;
    const { type, toolCallId, toolName, input, callProviderMetadata } = part;
    const base = { type, toolCallId, toolName, input, ...(callProviderMetadata === undefined ? {} : { callProviderMetadata }) };
    return call.status === 'success'
      ? { ...base, state: 'output-available', output: call.output }
      : { ...base, state: 'output-error', errorText: call.message };
  });
  return withItemAt(messages, index, { ...message, parts });
}

/** Brings the status in line with the calls of the last step. */
function settled(state: ConversationState): ConversationState {
  const event = callsEvent(state.status, callsAre(state));
  return event === null ? state : { ...state, status: transition(state.status, event) };
}

/** Returns true if a sub-agent waits for the user. */
function isAskedWithin(call: ToolCall, { delegates }: ConversationState): boolean {
  return call.status === 'executing' && delegates.get(call.toolCallId)?.status === 'waiting_for_approval';
}

function callsAre(state: ConversationState): CallsAre {
  let answer: CallsAre = 'answered';
  for (const call of lastStepCalls(state)) {
    if ((call.status === 'awaiting_approval' && call.isDenied !== true) || isAskedWithin(call, state)) return 'waiting';
    if (!isAnswered(call)) answer = 'open';
  }
  return answer;
}

export function isAnswered(call: ToolCall): boolean {
  return call.status === 'success' || call.status === 'error' || call.status === 'cancelled';
}

/** Returns the calls of the last step, in the order in which the model made them. */
export function lastStepCalls({ lastStep, messages, toolCalls }: ConversationState): ToolCall[] {
  // The step's message is near the end and names its calls, so the thousands of other calls are not scanned.
  const { parts = [] } = messages.findLast(({ id }) => id === lastStep) ?? {};
  const ids = new Set(parts.flatMap((part) => (part.type === 'dynamic-tool' ? [part.toolCallId] : [])));
  return [...ids].flatMap((id) => {
    const call = toolCalls.get(id);
    return call?.stepId === lastStep ? [call] : [];
  });
}
