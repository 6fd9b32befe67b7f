import type { ChatMode } from '../../protocol/chat-request.ts';
import type { ApprovalId, StepId } from '../../protocol/ids.ts';
import type { JournalEvent } from '../../protocol/journal-event.ts';
import type { ChatMessage } from '../../protocol/message.ts';
import type { RefusedPart } from '../../protocol/models/refused-part.ts';
import type { ModelUsage } from '../../protocol/models/run-cost.ts';
import type { Subgoal } from '../../protocol/plan.ts';
import type { AgentStatus, QueuedWhen, SessionNotice } from '../../protocol/session-state.ts';
import type { ApprovalAnswer, ToolCall } from '../../protocol/tool-call.ts';
import type { UserCommand } from '../../protocol/user-command.ts';
import type { FileLog } from './file-log.ts';
import { type HookState, NO_HOOKS } from './hook-state.ts';

/** One part of the answer that is streaming in right now; gone when the step is in the journal. */
export type LivePart =
  | { type: 'text'; id: string; text: string }
  /** `thoughtMs`: how long, once it is over. */
  | { type: 'reasoning'; id: string; text: string; thoughtMs?: number }
  | LiveCall;

/** A call that is being written. */
export interface LiveCall {
  type: 'tool-input';
  toolCallId: string;
  toolName: string;
  /** The top-level string fields that have begun, as far as they have come (a file's `path`, `content`…). */
  fields: Readonly<Record<string, string>>;
  /** The same of those that are no strings, as their JSON (`edits`). */
  values?: Readonly<Record<string, string>>;
  isComplete: boolean;
}

/** Everything a journal says about a conversation. A pure projection of its records: see `projection.ts`. */
export interface ConversationState {
  title: string;
  /** It came from somebody for whom the user does not vouch. */
  isForeign: boolean;
  /** Everything in the journal, as messages; tool parts are inside the assistant's messages, one message a step. */
  messages: readonly ChatMessage[];
  /** By tool call id, of this chat. */
  toolCalls: ReadonlyMap<string, ToolCall>;
  status: AgentStatus;
  notice: SessionNotice | null;
  /** Steps of this run, the present one counted. */
  iteration: number;
  maxIterations: number;
  /**
   * Messages sent while the agent works, in order. One that is for after this step goes in before the next one; those for after this
   * task follow, one run each, when the task is completed. When a run ends in any other way what waits stays here, to be seen and to
   * be taken back: whoever stopped the agent did not want it to continue with the next thing. It then goes in before what the user
   * says next; an answer to the agent's own question leaves waiting what is for after the task.
   */
  queued: readonly QueuedMessage[];
  tokens: { input: number; output: number };
  /** Of the newest step whose model told it: so much of its window was in use. Null where none did. */
  lastUsage: { input: number; output: number } | null;
  /** Of the newest message. */
  mode: ChatMode;
  /** The step that is streaming; null between steps. */
  openStep: StepId | null;
  /** The newest step that was answered: its tool calls are the open ones. */
  lastStep: StepId | null;
  /** Ids of messages that are for the eye only: what had come of failed steps. */
  failedMessages: ReadonlySet<string>;
  /** Ids of messages that are the beginning of an answer; their thoughts were never complete. */
  keptMessages: ReadonlySet<string>;
  /** Answers whose effect may still be due. */
  approvalAnswers: ReadonlyMap<ApprovalId, ApprovalAnswer>;
  /** Tool calls that have begun to run, finished or not. */
  startedCalls: ReadonlySet<string>;
  /** Paths and commands of this run, as its tool results told. */
  filesCreated: readonly string[];
  filesModified: readonly string[];
  commandsExecuted: readonly string[];
  /** Of this run. */
  runStartedAt: number;
  /** null while it goes, and before the first. */
  runEndedAt: number | null;
  /** Who makes its steps. */
  runBy: 'model' | 'program';
  runTokens: { input: number; output: number };
  /** The same request by request: what one costs can depend on its length. */
  runUsage: readonly ModelUsage[];
  /** How long the run has been at work, in milliseconds: `ms`, and since `until` (null while it rests or waits for the user). */
  worked: { ms: number; until: number | null };
  /** What the user has added to the budgets of this run, in each one's unit. */
  granted: { tokens: number; money: number; minutes: number };
  /** The model that takes over for the chosen one, for the rest of the run. */
  switchedModelId: string | null;
  /** The model of the newest step. */
  stepModelId: string;
  /** The newest plan. */
  plan: readonly Subgoal[];
  lockedPaths: readonly string[];
  /** By the id of an answer, the model that gave it. */
  answeredBy: ReadonlyMap<string, string>;
  /** Parts of the history that providers have refused, and that are left out since. */
  leftOut: readonly LeftOutPart[];
  /** Calls whose outputs go to the model as stubs. */
  stubbedCalls: ReadonlySet<string>;
  /** In force, in the order in which they were made; later ones may cover earlier ones. */
  compactions: readonly Compaction[];
  /** Ids of messages that a guard wrote, not the user. */
  remarks: ReadonlySet<string>;
  /** What has happened to the project's files since the task began, whoever did it. */
  fileLog: FileLog;
  /** How much of `fileLog` there was when the user, after the task, ran a command of their own: what follows is not the task's. Null: nobody has. */
  workEnd: number | null;
  /** By tool call id, how much of `fileLog` there was when the call had succeeded. */
  fileMarks: ReadonlyMap<string, number>;
  /** The scripts that approvals have shown, by what runs them and where they are of: the text that was seen last. */
  shownScripts: ReadonlyMap<string, string>;
  /** What the user ran themselves, by the id of the message that tells the model of it; those messages are remarks, too. */
  userCommands: ReadonlyMap<string, UserCommand>;
  hooks: HookState;
  /** What the conversation was before the user took it back to an earlier message, in the order in which that was put away. */
  versions: readonly ConversationVersion[];
  /** The sub-agents, by the call that has started each. */
  delegates: ReadonlyMap<string, ConversationState>;
}

/** What is another one in each version of a conversation. */
export type KeptConversation = Pick<
  ConversationState,
  'messages' | 'toolCalls' | 'delegates' | 'compactions' | 'plan' | 'queued' | 'mode' | 'status' | 'notice' | 'lastStep' | 'hooks'
>;

export interface ConversationVersion {
  versionId: string;
  /** The last message that it has in common with what took its place; null: none. */
  afterMessageId: string | null;
  kept: KeptConversation;
}

export interface QueuedMessage {
  message: ChatMessage;
  when: QueuedWhen;
  /** In force from when it goes in: what is at work now keeps its own. */
  mode: ChatMode;
}

/** Requests to this model go without this part of these messages. */
export interface LeftOutPart {
  modelId: string;
  left: RefusedPart;
  /** The provider's own words. */
  message: string;
  messageIds: ReadonlySet<string>;
  /** The newest of them; null: there was none. */
  afterMessageId: string | null;
}

export type Compaction = Omit<Extract<JournalEvent, { type: 'history-compacted' }>, 'type'>;

export const INITIAL_CONVERSATION: ConversationState = {
  title: '',
  isForeign: false,
  messages: [],
  toolCalls: new Map(),
  status: 'idle',
  notice: null,
  iteration: 0,
  maxIterations: 25,
  queued: [],
  tokens: { input: 0, output: 0 },
  lastUsage: null,
  mode: 'agent',
  openStep: null,
  lastStep: null,
  failedMessages: new Set(),
  keptMessages: new Set(),
  approvalAnswers: new Map(),
  startedCalls: new Set(),
  filesCreated: [],
  filesModified: [],
  commandsExecuted: [],
  runStartedAt: 0,
  runEndedAt: null,
  runBy: 'model',
  runTokens: { input: 0, output: 0 },
  runUsage: [],
  worked: { ms: 0, until: null },
  granted: { tokens: 0, money: 0, minutes: 0 },
  switchedModelId: null,
  stepModelId: '',
  plan: [],
  lockedPaths: [],
  answeredBy: new Map(),
  leftOut: [],
  stubbedCalls: new Set(),
  compactions: [],
  remarks: new Set(),
  fileLog: null,
  workEnd: null,
  fileMarks: new Map(),
  shownScripts: new Map(),
  userCommands: new Map(),
  hooks: NO_HOOKS,
  versions: [],
  delegates: new Map(),
};
