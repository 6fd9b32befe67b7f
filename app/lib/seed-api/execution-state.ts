import type { ConversationState } from '../agent/contract/conversation-state.ts';
import { isAnswered } from '../agent/conversation/projection.ts';
import { taskCalls } from '../agent/conversation/session-facts.ts';
import { effectOf } from '../protocol/effect-of.ts';
import type { JsonValue } from '../protocol/message.ts';
import type { SessionNotice } from '../protocol/session-state.ts';
import type { ApprovalRequest, ToolCall } from '../protocol/tool-call.ts';
import type { ToolEffect } from '../protocol/tool-effect.ts';
import { splitStreams } from '../tools/commands/output-streams.ts';
import type { AgentApprovalRequest, AgentExecutionState, ToolCallRecord, ToolExecutionResult } from './agent-types.ts';

/** Converts a conversation to the seed's types. */
export function executionState(state: ConversationState): AgentExecutionState {
  const { iteration, maxIterations, status, runStartedAt, runEndedAt, notice } = state;
  const toolCalls = taskCalls(state)
    .filter(isAnswered)
    .map((call) => toolCallRecord(call, state));
  return {
    iteration,
    maxIterations,
    status,
    isExecuting: status === 'executing',
    toolCalls,
    totalToolCalls: toolCalls.length,
    filesCreated: [...state.filesCreated],
    filesModified: [...state.filesModified],
    commandsExecuted: [...state.commandsExecuted],
    sessionStartTime: runStartedAt,
    ...(runEndedAt === null ? {} : { sessionEndTime: runEndedAt }),
    ...(status === 'error' && notice !== null ? { errorMessage: noticeText(notice) } : {}),
  };
}

export function toolCallRecord(call: ToolCall, state: ConversationState): ToolCallRecord {
  const { toolName: name, input } = call;
  const finishedAt = 'finishedAt' in call ? call.finishedAt : state.runStartedAt;
  const duration = call.status === 'success' ? call.durationMs : 0;
  return structuredClone({
    name,
    params: paramsOf(input),
    result: resultOf(call, state),
    timestamp: finishedAt - duration,
    duration,
    approved: state.startedCalls.has(call.toolCallId),
  });
}

/** `call` is null if its run ended before the call was recorded. */
export function resultOf(call: ToolCall | null, { notice }: Pick<ConversationState, 'notice'>): ToolExecutionResult {
  if (call?.status === 'success') return { success: true, data: withStreams(structuredClone(call.output), call.effects) };
  if (call?.status === 'error') return { success: false, error: call.message };
  if (call === null && notice !== null) return { success: false, error: noticeText(notice) };
  return { success: false, error: 'Stopped.' };
}

/** Adds the separate streams of the seed's command; a host that cannot distinguish them has only the first. */
function withStreams(data: JsonValue, effects: readonly ToolEffect[]): JsonValue {
  const ran = effectOf(effects, 'command-ran');
  if (ran === undefined || data === null || typeof data !== 'object' || Array.isArray(data) || typeof data.output !== 'string') return data;
  return { ...data, ...splitStreams(data.output, ran.errorParts ?? []) };
}

export function approvalRequestOf(approval: ApprovalRequest, summary: string, input: JsonValue): AgentApprovalRequest {
  const { approvalId, subject, why, toolName, requestedAt } = approval;
  return {
    id: approvalId,
    // The seed knows three kinds: commands, and two for files.
    type: subject.kind === 'foreign' ? 'command' : subject.kind,
    reason: why,
    description: summary,
    toolName,
    params: paramsOf(input),
    timestamp: requestedAt,
  };
}

/** Returns a sentence about why a run ended. */
export function noticeText(notice: SessionNotice): string {
  switch (notice.type) {
    case 'error':
    case 'step-failed':
    case 'interrupted':
      return notice.message;
    case 'iteration-limit':
      return `The limit of ${notice.limit} iterations was reached before the task was done.`;
    case 'budget':
      return `The budget of ${notice.limit} (${notice.budget}${notice.of === 'day' ? ' a day' : ''}) was used up before the task was done.`;
    case 'window':
      return 'The conversation no longer fits the window of the model.';
    case 'loop':
    case 'failed-fix':
      return 'The agent got nowhere and asks how to continue.';
    case 'cut-answer':
      return 'The last answer was cut off.';
    case 'model-stopped':
      return `The model stopped: ${STOPPED_TEXTS[notice.by](notice.missing?.join(', ') ?? '')}`;
    case 'stopped':
      return 'Stopped.';
  }
}

const STOPPED_TEXTS: Readonly<Record<Extract<SessionNotice, { type: 'model-stopped' }>['by'], (missing: string) => string>> = {
  announcement: () => 'it said what it would do next and did not do it, although it was reminded. Continue, or choose another model.',
  claim: () => 'it says that it has done the task, but it made no call, so nothing has changed.',
  shown: () =>
    'it showed a change or a command in its answer and did not make it, so nothing has changed. Continue, or choose another model.',
  'printed-call': () =>
    'it writes its tool calls out as text instead of making them, so nothing was done. Choose in Settings, Models how its tools are called (as JSON or as XML), or choose another model.',
  unchecked: (missing) =>
    `it ended the task although it was reminded that nothing was built, linted or tested since it changed ${missing}.`,
  'check-failed': (missing) => `it ended the task although it was reminded that its last check had failed: ${missing}.`,
  'plan-open': (missing) => `it ended the task although it was reminded that its plan is not finished: ${missing}.`,
  undone: (missing) => `it ended the task as done, although changes had failed or were denied: ${missing}.`,
};

function paramsOf(input: JsonValue): Record<string, unknown> {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {};
}
