import type { StepId } from '../protocol/ids.ts';
import type { JournalEvent, JournalRecord } from '../protocol/journal-event.ts';
import type { ChatMessage, JsonValue, MessagePart } from '../protocol/message.ts';
import type { SessionNotice } from '../protocol/session-state.ts';
import type { ToolCall } from '../protocol/tool-call.ts';
import { type ConversationState, INITIAL_CONVERSATION } from './conversation-state.ts';
import { ImpossibleTransitionError } from './errors.ts';
import { type CallsAre, callsEvent, transition, wakeEvent } from './machine.ts';

/** What the projection needs of a record. */
export type ProjectedRecord = Pick<JournalRecord, 'event' | 'at'>;

/** The state after one more record. Pure; throws an `ImpossibleTransitionError` for an event that cannot stand here. */
export function applyRecord(state: ConversationState, record: ProjectedRecord): ConversationState {
  const { event, at } = record;
  switch (event.type) {
    case 'chat-created':
    case 'chat-renamed':
      return { ...state, title: event.title };
    case 'user-message':
      return withUserMessage({ ...state, mode: event.mode }, event.message);
    case 'run-started':
      return { ...awake(flushQueue(state)), ...FRESH_RUN, maxIterations: event.maxIterations };
    case 'iterations-granted':
      return { ...state, maxIterations: state.maxIterations + event.count, notice: withoutLimit(state.notice) };
    case 'step-started':
      return { ...awake(flushQueue(state)), notice: null, openStep: event.stepId, iteration: state.iteration + 1 };
    case 'step-finished':
      return stepFinished(state, event, at);
    case 'step-failed':
      return stepFailed(state, event);
    case 'run-ended':
      return runEnded(state, event);
    case 'file-changed':
    case 'file-removed':
      return state;
    default:
      return toolCallEvent(state, event, at);
  }
}

/** The state a whole journal tells. An event that cannot stand where it stands is passed over: a damaged chat must still open. */
export function projectRecords(records: Iterable<ProjectedRecord>): ConversationState {
  let state = INITIAL_CONVERSATION;
  for (const record of records) {
    try {
      state = applyRecord(state, record);
    } catch (error) {
      if (!(error instanceof ImpossibleTransitionError)) throw error;
    }
  }
  return state;
}

const FRESH_RUN = {
  iteration: 0,
  notice: null,
  filesCreated: [],
  filesModified: [],
  commandsExecuted: [],
} satisfies Partial<ConversationState>;

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

function awake(state: ConversationState): ConversationState {
  const event = wakeEvent(state.status);
  return event === null ? state : { ...state, status: transition(state.status, event) };
}

function isAtWork(state: ConversationState): boolean {
  return wakeEvent(state.status) === null;
}

function withUserMessage(state: ConversationState, message: ChatMessage): ConversationState {
  if (!isAtWork(state)) return { ...state, messages: [...state.messages, message] };
  return withQueue(state, [...state.queued, message]);
}

function withQueue(state: ConversationState, queued: readonly ChatMessage[]): ConversationState {
  return { ...state, queued, queue: queued.map(textOf) };
}

/** What waited goes in: before a step, and when the run is over. */
function flushQueue(state: ConversationState): ConversationState {
  if (state.queued.length === 0) return state;
  return withQueue({ ...state, messages: [...state.messages, ...state.queued] }, []);
}

function textOf(message: ChatMessage): string {
  return message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

function withoutLimit(notice: SessionNotice | null): SessionNotice | null {
  return notice?.type === 'iteration-limit' ? null : notice;
}

function stepFinished(state: ConversationState, event: EventOf<'step-finished'>, at: number): ConversationState {
  const toolCalls = new Map(state.toolCalls);
  for (const part of event.parts) {
    const call = part.type === 'dynamic-tool' ? callOf(part, event.stepId, at) : null;
    if (call !== null) toolCalls.set(call.toolCallId, call);
  }
  const { inputTokens = 0, outputTokens = 0 } = event.usage;
  return settled({
    ...state,
    toolCalls,
    openStep: null,
    lastStep: event.stepId,
    messages: [...state.messages, { id: event.stepId, role: 'assistant', parts: event.parts }],
    tokens: { input: state.tokens.input + inputTokens, output: state.tokens.output + outputTokens },
  });
}

function callOf(part: Extract<MessagePart, { type: 'dynamic-tool' }>, stepId: StepId, at: number): ToolCall {
  // The id is only a key of Maps here; the schema of the part has checked its length.
  const base = { toolCallId: part.toolCallId as ToolCall['toolCallId'], stepId, toolName: part.toolName, input: part.input };
  switch (part.state) {
    case 'input-available':
      return { ...base, status: 'validating' };
    case 'output-available':
      return { ...base, status: 'success', output: part.output, finishedAt: at, durationMs: 0 };
    case 'output-error':
      return { ...base, status: 'error', code: 'bad_arguments', message: part.errorText, finishedAt: at };
  }
}

function stepFailed(state: ConversationState, event: EventOf<'step-failed'>): ConversationState {
  const base = { ...state, openStep: null, iteration: Math.max(0, state.iteration - 1) };
  if (event.parts.length === 0) return base;
  return {
    ...base,
    messages: [...state.messages, { id: event.stepId, role: 'assistant', parts: event.parts }],
    failedMessages: new Set([...state.failedMessages, event.stepId]),
  };
}

function runEnded(state: ConversationState, event: EventOf<'run-ended'>): ConversationState {
  const base = { ...flushQueue(state), openStep: null };
  switch (event.outcome) {
    case 'completed':
      return { ...base, status: transition(state.status, 'complete'), notice: event.notice ?? null };
    case 'waiting_for_user':
      return { ...base, status: transition(state.status, 'ask-user'), notice: event.notice ?? null };
    case 'error':
      return { ...base, status: transition(state.status, 'fail'), notice: event.notice ?? null };
    case 'stopped':
      return { ...base, status: transition(state.status, 'stop'), notice: event.notice ?? { type: 'stopped' } };
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
      return withCall(state, { ...base, status: 'awaiting_approval', approval: event.approval });
    case 'approval-answered': {
      const answered = { ...state, approvalAnswers: new Map(state.approvalAnswers).set(event.approvalId, event.answer) };
      // A denied call waits on for its error result, which is the next event.
      if (event.answer.decision === 'deny') return answered;
      const input = event.answer.decision === 'edit' ? event.answer.input : call.input;
      return withCall(answered, { ...base, input, status: 'scheduled' });
    }
    case 'tool-call-started':
      return withCall(
        { ...state, startedCalls: new Set([...state.startedCalls, toolCallId]) },
        { ...base, status: 'executing', startedAt: at },
      );
    case 'tool-call-succeeded':
      return withCall(withEffects(state, event.output), {
        ...base,
        status: 'success',
        output: event.output,
        finishedAt: at,
        durationMs: event.durationMs,
      });
    case 'tool-call-failed':
      return withCall(state, { ...base, status: 'error', code: event.code, message: event.message, finishedAt: at });
    case 'tool-call-cancelled':
      return withCall(state, { ...base, status: 'cancelled', message: event.message, finishedAt: at });
  }
}

function withCall(state: ConversationState, call: ToolCall): ConversationState {
  const toolCalls = new Map(state.toolCalls).set(call.toolCallId, call);
  return settled({ ...state, toolCalls, messages: withAnswer(state.messages, call) });
}

/** Puts the answer of a finished call into its part of the message. */
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
  return messages.with(index, { ...message, parts });
}

/** Brings the status in line with the calls of the last step. */
function settled(state: ConversationState): ConversationState {
  const event = callsEvent(state.status, callsAre(state));
  return event === null ? state : { ...state, status: transition(state.status, event) };
}

function callsAre(state: ConversationState): CallsAre {
  let answer: CallsAre = 'answered';
  for (const call of state.toolCalls.values()) {
    if (call.stepId !== state.lastStep) continue;
    if (call.status === 'awaiting_approval') return 'waiting';
    if (!isAnswered(call)) answer = 'open';
  }
  return answer;
}

export function isAnswered(call: ToolCall): boolean {
  return call.status === 'success' || call.status === 'error' || call.status === 'cancelled';
}

/** The calls of the last step, in the order in which the model made them. */
export function lastStepCalls(state: ConversationState): ToolCall[] {
  return [...state.toolCalls.values()].filter((call) => call.stepId === state.lastStep);
}

/** Reads off a result what the run did: the tools' outputs say `path` and `created`, or `command`. */
function withEffects(state: ConversationState, output: JsonValue): ConversationState {
  if (typeof output !== 'object' || output === null || Array.isArray(output)) return state;
  const fields = new Map(Object.entries(output));
  const path = fields.get('path');
  const command = fields.get('command');
  if (typeof command === 'string' && typeof fields.get('status') === 'string') {
    return { ...state, commandsExecuted: [...state.commandsExecuted, command] };
  }
  if (typeof path !== 'string' || fields.get('unchanged') === true) return state;
  if (fields.get('created') === true || fields.has('renamedFrom')) return { ...state, filesCreated: withOne(state.filesCreated, path) };
  const isChange = fields.get('created') === false || fields.get('deleted') === true;
  if (!isChange || state.filesCreated.includes(path)) return state;
  return { ...state, filesModified: withOne(state.filesModified, path) };
}

function withOne(list: readonly string[], item: string): readonly string[] {
  return list.includes(item) ? list : [...list, item];
}
