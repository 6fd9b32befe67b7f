import { type ContentHash, delegatedCallId } from '../protocol/ids.ts';
import type { JournalEvent } from '../protocol/journal-event.ts';
import type { JsonValue } from '../protocol/message.ts';
import { ownEvent } from './own-event.ts';

export interface CallOutcome {
  toolName: string;
  /** `success`, `cancelled`, or the error code; `null` if the call was never answered. */
  status: string | null;
  output: JsonValue;
  isAsked: boolean;
}

/** The results of a journal that a replay compares. */
export interface Outcomes {
  /** By id, in the order in which they were made; includes those of sub-agents. */
  calls: Map<string, CallOutcome>;
  files: Map<string, ContentHash>;
  /** The outcome of each run. */
  runs: string[];
  steps: number;
  messages: number;
}

export function outcomesOf(records: Iterable<{ event: JournalEvent }>): Outcomes {
  const outcomes: Outcomes = { calls: new Map(), files: new Map(), runs: [], steps: 0, messages: 0 };
  for (const { event } of records) note(outcomes, event);
  return outcomes;
}

function note(outcomes: Outcomes, recorded: JournalEvent): void {
  const { delegate, event } = ownEvent(recorded);
  const call = (toolCallId: string): CallOutcome => {
    const id = delegate === null ? toolCallId : delegatedCallId(delegate, toolCallId);
    const known = outcomes.calls.get(id) ?? { toolName: '', status: null, output: null, isAsked: false };
    outcomes.calls.set(id, known);
    return known;
  };
  switch (event.type) {
    case 'step-finished':
      outcomes.steps += 1;
      for (const part of event.parts) if (part.type === 'dynamic-tool') call(part.toolCallId).toolName = part.toolName;
      return;
    case 'approval-requested':
      call(event.approval.toolCallId).isAsked = true;
      return;
    case 'tool-call-succeeded':
      Object.assign(call(event.toolCallId), { status: 'success', output: event.output });
      return;
    case 'tool-call-failed':
      Object.assign(call(event.toolCallId), { status: event.code, output: event.message });
      return;
    case 'tool-call-cancelled':
      Object.assign(call(event.toolCallId), { status: 'cancelled', output: event.message });
      return;
    case 'file-changed':
      outcomes.files.set(event.path, event.hash);
      return;
    case 'file-removed':
      outcomes.files.delete(event.path);
      return;
    case 'run-ended':
      if (delegate === null) outcomes.runs.push(event.outcome);
      return;
    case 'user-message':
      if (delegate === null) outcomes.messages += 1;
      return;
    default:
  }
}
