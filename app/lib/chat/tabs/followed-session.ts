import type { AgentSession, SessionEvent } from '../../agent/contract/agent-session.ts';
import type { ConversationState, LivePart } from '../../agent/contract/conversation-state.ts';
import { applyRecord, projectRecords } from '../../agent/conversation/projection.ts';
import { ProjectTakenError } from '../../persistence/project-taken-error.ts';
import type { ChatId } from '../../protocol/ids.ts';
import type { JournalRecord } from '../../protocol/journal-event.ts';

/** A read-only view of a session that runs in another tab. All other actions are refused. */
export interface FollowedSession extends AgentSession {
  /** Applies the next record; false if records before it are missing. */
  take(record: JournalRecord): boolean;
  /** Replaces the state by that of the whole journal. */
  takeAll(records: readonly JournalRecord[]): void;
  showLive(parts: readonly LivePart[]): void;
}

interface FollowedSessionOptions {
  chatId: ChatId;
  records: readonly JournalRecord[];
  /** Notifies the user that this must be done in the other tab. */
  onRefused(): void;
  proposedChange: AgentSession['proposedChange'];
}

export function createFollowedSession({ chatId, records, onRefused, proposedChange }: FollowedSessionOptions): FollowedSession {
  const listeners = new Set<(event: SessionEvent) => void>();
  let state: ConversationState = projectRecords(records);
  let next = nextSequence(records);
  let live: readonly LivePart[] = [];
  const emit = (event: SessionEvent) => {
    for (const listener of [...listeners]) listener(event);
  };
  return {
    ...refusing(onRefused),
    chatId,
    proposedChange,
    state: () => state,
    isWaiting: () => true,
    liveParts: () => live,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    take(record) {
      if (record.sequence < next) return true;
      if (record.sequence > next) return false;
      next++;
      state = applyRecord(state, record);
      // The streamed answer is now in the records.
      if (state.openStep === null) live = [];
      emit({ type: 'changed', event: record.event });
      return true;
    },
    takeAll(all) {
      state = projectRecords(all);
      next = nextSequence(all);
      emit({ type: 'changed' });
    },
    showLive(parts) {
      live = state.openStep === null ? [] : parts;
      emit({ type: 'live' });
    },
  };
}

function nextSequence(records: readonly JournalRecord[]): number {
  return (records.at(-1)?.sequence ?? -1) + 1;
}

type Refused = Omit<AgentSession, 'chatId' | 'state' | 'isWaiting' | 'liveParts' | 'subscribe' | 'proposedChange'>;

function refusing(onRefused: () => void): Refused {
  const why = new ProjectTakenError().message;
  const refuse = async () => onRefused();
  const outcome = async () => ({ accepted: false as const, why });
  const reject = () => Promise.reject(new ProjectTakenError());
  return {
    program: { begin: reject, call: reject, countStep: refuse, end: refuse },
    send: reject,
    stop: refuse,
    answerApproval: outcome,
    approveAll: refuse,
    grantIterations: refuse,
    grantBudget: refuse,
    withdraw: reject,
    remark: refuse,
    noteUserCommand: refuse,
    noteUserCommandStart: reject,
    switchBack: refuse,
    noteFile: () => undefined,
    retry: refuse,
    continueAnswer: refuse,
    continueWith: refuse,
    previewCompaction: async () => ({ problem: { text: why } }),
    applyCompaction: outcome,
    undoCompaction: refuse,
    setLock: outcome,
    resume: reject,
    settled: async () => undefined,
  };
}
