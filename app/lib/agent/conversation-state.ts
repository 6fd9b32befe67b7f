import type { ChatMode } from '../protocol/chat-request.ts';
import type { ApprovalId, StepId } from '../protocol/ids.ts';
import type { ChatMessage } from '../protocol/message.ts';
import type { AgentStatus, SessionNotice } from '../protocol/session-state.ts';
import type { ApprovalAnswer, ToolCall } from '../protocol/tool-call.ts';

/** One part of the answer that is streaming in right now; gone when the step is in the journal. */
export type LivePart =
  | { type: 'text'; id: string; text: string }
  | { type: 'reasoning'; id: string; text: string }
  /** `fields` holds the top-level string fields that have begun, as far as they have come (a file's `path`, `content`…). */
  | { type: 'tool-input'; toolCallId: string; toolName: string; fields: Readonly<Record<string, string>>; isComplete: boolean };

/** Everything a journal says about a conversation. A pure projection of its records: see `projection.ts`. */
export interface ConversationState {
  title: string;
  /** Everything in the journal, as messages; tool parts stand inside the assistant's messages, one message a step. */
  messages: readonly ChatMessage[];
  /** By tool call id, of this chat. */
  toolCalls: ReadonlyMap<string, ToolCall>;
  status: AgentStatus;
  notice: SessionNotice | null;
  /** Steps of this run, the present one counted. */
  iteration: number;
  maxIterations: number;
  /** Messages sent while the agent works, in order; they go in before the next step. */
  queued: readonly ChatMessage[];
  /** Their text. */
  queue: readonly string[];
  tokens: { input: number; output: number };
  /** Of the newest message. */
  mode: ChatMode;
  /** The step that is streaming; null between steps. */
  openStep: StepId | null;
  /** The newest step that was answered: its tool calls are the open ones. */
  lastStep: StepId | null;
  /** Ids of messages that are for the eye only: what had come of failed steps. */
  failedMessages: ReadonlySet<string>;
  /** Answers whose effect may still be due. */
  approvalAnswers: ReadonlyMap<ApprovalId, ApprovalAnswer>;
  /** Tool calls that have begun to run, finished or not. */
  startedCalls: ReadonlySet<string>;
  /** Paths and commands of this run, as its tool results told. */
  filesCreated: readonly string[];
  filesModified: readonly string[];
  commandsExecuted: readonly string[];
}

export const INITIAL_CONVERSATION: ConversationState = {
  title: '',
  messages: [],
  toolCalls: new Map(),
  status: 'idle',
  notice: null,
  iteration: 0,
  maxIterations: 25,
  queued: [],
  queue: [],
  tokens: { input: 0, output: 0 },
  mode: 'agent',
  openStep: null,
  lastStep: null,
  failedMessages: new Set(),
  approvalAnswers: new Map(),
  startedCalls: new Set(),
  filesCreated: [],
  filesModified: [],
  commandsExecuted: [],
};
