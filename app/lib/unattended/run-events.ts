import type { SessionEvent } from '../agent/contract/agent-session.ts';
import type { ConversationState } from '../agent/contract/conversation-state.ts';
import { delegatedCallId } from '../protocol/ids.ts';
import type { JournalEvent } from '../protocol/journal-event.ts';
import type { RunEvent } from '../protocol/unattended/unattended.ts';

type EventOf<Type extends JournalEvent['type']> = Extract<JournalEvent, { type: Type }>;
type CallEvent = EventOf<'tool-call-started' | 'approval-answered' | 'tool-call-succeeded' | 'tool-call-failed' | 'tool-call-cancelled'>;

/** Returns the events for an external reader of the run; `state` is the conversation after the session's event. */
export function runEvents(event: SessionEvent, state: ConversationState): RunEvent[] {
  switch (event.type) {
    case 'changed':
      return event.event === undefined ? [] : recorded(event.event, state);
    case 'model-switched':
      return [info(event.modelId === null ? 'The chosen model answers again.' : `${event.reason} From now on ${event.modelId} answers.`)];
    case 'retrying':
      return [info(`${event.message} Trying again in ${Math.ceil(event.delayMs / 1000)} s.`)];
    case 'silence':
      return event.silence === null ? [] : [info('No data from the model for 20 s.')];
    default:
      return [];
  }
}

function info(message: string): RunEvent {
  return { type: 'notice', level: 'info', message };
}

function recorded(event: JournalEvent, state: ConversationState): RunEvent[] {
  switch (event.type) {
    case 'step-started':
      return [{ type: 'step-started', step: state.iteration, model: event.modelId }];
    case 'step-finished':
      return stepEvents(event, state);
    case 'step-failed':
      return [{ type: 'notice', level: 'error', message: event.message }];
    case 'guard-remark':
      return [info(event.text)];
    case 'part-left-out':
      return [info(`${event.message} Trying again without that.`)];
    case 'file-changed':
      return [{ type: 'file-changed', path: event.path, size: event.size, by: event.by }];
    case 'file-removed':
      return [{ type: 'file-removed', path: event.path, by: event.by }];
    case 'tool-call-started':
    case 'approval-answered':
    case 'tool-call-succeeded':
    case 'tool-call-failed':
    case 'tool-call-cancelled':
      return callEvents(event, state);
    case 'delegate-event':
      return delegatedEvents(event, state);
    default:
      return [];
  }
}

/** Returns a sub-agent's calls, with unique ids, and its usage. Its messages are internal, and its report is the call's result. */
function delegatedEvents({ toolCallId, event }: EventOf<'delegate-event'>, state: ConversationState): RunEvent[] {
  const delegate = state.delegates.get(toolCallId);
  if (delegate === undefined) return [];
  return recorded(event, { ...delegate, tokens: state.tokens }).flatMap((each): RunEvent[] => {
    if ('id' in each) return [{ ...each, id: delegatedCallId(toolCallId, each.id) }];
    return each.type === 'usage' || each.type === 'notice' ? [each] : [];
  });
}

function stepEvents({ parts, usage }: EventOf<'step-finished'>, { tokens }: ConversationState): RunEvent[] {
  const said = parts.flatMap((part): RunEvent[] => {
    if (part.type === 'dynamic-tool') return [{ type: 'tool-call-requested', id: part.toolCallId, tool: part.toolName, input: part.input }];
    if (part.type === 'step-start' || part.type === 'image' || part.text === '') return [];
    return [{ type: part.type, text: part.text }];
  });
  const { inputTokens: input = 0, outputTokens: output = 0 } = usage;
  return [...said, { type: 'usage', input, output, totalInput: tokens.input, totalOutput: tokens.output }];
}

function callEvents(event: CallEvent, state: ConversationState): RunEvent[] {
  const call = { id: event.toolCallId, tool: state.toolCalls.get(event.toolCallId)?.toolName ?? '' };
  switch (event.type) {
    case 'tool-call-started':
      return [{ type: 'tool-call-approved', ...call }];
    case 'approval-answered':
      return event.answer.decision === 'deny' ? [{ type: 'tool-call-denied', ...call, why: event.answer.reason ?? '' }] : [];
    case 'tool-call-succeeded':
      return [{ type: 'tool-call-result', ...call, status: 'success', output: event.output, milliseconds: event.durationMs }];
    case 'tool-call-failed': {
      const { code, message } = event;
      const denied: RunEvent[] = code === 'blocked' ? [{ type: 'tool-call-denied', ...call, why: message }] : [];
      return [...denied, { type: 'tool-call-result', ...call, status: 'error', code, message }];
    }
    case 'tool-call-cancelled':
      return [{ type: 'tool-call-result', ...call, status: 'cancelled', message: event.message }];
  }
}
