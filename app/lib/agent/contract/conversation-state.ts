import type { ChatMode } from '../../protocol/chat-request.ts';
import type { ApprovalId, StepId } from '../../protocol/ids.ts';
import type { JournalEvent } from '../../protocol/journal-event.ts';
import type { ChatMessage } from '../../protocol/message.ts';
import type { RefusedPart } from '../../protocol/models/refused-part.ts';
import type { ModelUsage } from '../../protocol/models/run-cost.ts';
import type { Subgoal } from '../../protocol/plan.ts';
import type { KeptPrompt, ToldFacts } from '../../protocol/prompts/kept-prompt.ts';
import type { AgentStatus, QueuedWhen, SessionNotice } from '../../protocol/session-state.ts';
import type { ApprovalAnswer, ToolCall } from '../../protocol/tool-call.ts';
import type { UserCommand } from '../../protocol/user-command.ts';
import type { FileLog } from './file-log.ts';
import { type HookState, NO_HOOKS } from './hook-state.ts';

/** One part of the answer that is being streamed; removed when the step is in the journal. */
export type LivePart =
  | { type: 'text'; id: string; text: string }
  /** `thoughtMs` is the duration of the reasoning, set when it is over. */
  | { type: 'reasoning'; id: string; text: string; thoughtMs?: number }
  | LiveCall;

/** A tool call that is being streamed. */
export interface LiveCall {
  type: 'tool-input';
  toolCallId: string;
  toolName: string;
  /** The top-level string fields that have arrived so far, possibly incomplete (a file's `path`, `content`…). */
  fields: Readonly<Record<string, string>>;
  /** The other top-level fields (such as `edits`), as JSON, possibly incomplete. */
  values?: Readonly<Record<string, string>>;
  isComplete: boolean;
}

/** Everything that a journal says about a conversation. A pure projection of its records; see `projection.ts`. */
export interface ConversationState {
  title: string;
  /** The chat comes from someone for whom the user does not vouch. */
  isForeign: boolean;
  /** The whole journal as messages. Tool parts are inside the assistant's messages, one message per step. */
  messages: readonly ChatMessage[];
  /** The calls of this chat, by tool call id. */
  toolCalls: ReadonlyMap<string, ToolCall>;
  status: AgentStatus;
  notice: SessionNotice | null;
  /** Number of steps in this run, including the current one. */
  iteration: number;
  maxIterations: number;
  /**
   * Messages sent while the agent works, in order. `after-step` messages are added before the next step; `after-task` messages follow when
   * the task is completed, each in its own run. If a run ends in any other way, the queued messages stay here, where the user can see and
   * withdraw them: a user who stopped the agent did not want it to start the next task. They are then added before the user's next message,
   * except that an answer to the agent's question leaves `after-task` messages in the queue.
   */
  queued: readonly QueuedMessage[];
  /** Ids of the user's messages that were sent while the agent worked or waited for the user: they continue the task. */
  addedToTask: ReadonlySet<string>;
  tokens: { input: number; output: number };
  /** Usage reported for the newest step, which shows how much of the model's window was in use. Null if none was reported. */
  lastUsage: { input: number; output: number } | null;
  /** The mode of the newest message. */
  mode: ChatMode;
  /** The step that is streaming; null between steps. */
  openStep: StepId | null;
  /** The newest answered step, to which the open tool calls belong. */
  lastStep: StepId | null;
  /** Ids of messages that are only displayed, not sent to a model: the partial answers of failed steps. */
  failedMessages: ReadonlySet<string>;
  /** Ids of partial answers that were kept in the conversation; their reasoning is incomplete. */
  keptMessages: ReadonlySet<string>;
  /** Approval answers that may still have to take effect. */
  approvalAnswers: ReadonlyMap<ApprovalId, ApprovalAnswer>;
  /** Ids of tool calls that have started to run, finished or not. */
  startedCalls: ReadonlySet<string>;
  /** Paths and commands of this run, as reported by its tool results. */
  filesCreated: readonly string[];
  filesModified: readonly string[];
  commandsExecuted: readonly string[];
  /** When this run began. */
  runStartedAt: number;
  /** Null while the run is in progress, and before the first run. */
  runEndedAt: number | null;
  /** Whether a model or a program makes the run's steps. */
  runBy: 'model' | 'program';
  runTokens: { input: number; output: number };
  /** The usage of each request of the run: the price of a request can depend on its length. */
  runUsage: readonly ModelUsage[];
  /** How long the run has worked: `ms` milliseconds up to `until`, which is null while the run is idle or waits for the user. */
  worked: { ms: number; until: number | null };
  /** Amounts that the user has added to the budgets of this run, each in the unit of its budget. */
  granted: { tokens: number; money: number; minutes: number };
  /** The model that replaces the chosen one for the rest of the run. */
  switchedModelId: string | null;
  /** The model of the newest step. */
  stepModelId: string;
  /** The newest plan. */
  plan: readonly Subgoal[];
  /**
   * The task of the plan is completed, and no later task has updated the plan. After a stop or an error the plan is not old, because the
   * next run continues with it.
   */
  isPlanOld: boolean;
  /** Ids of the user's messages that were sent while the plan was old, or made it so; going back to one restores this. */
  oldPlanMessages: ReadonlySet<string>;
  lockedPaths: readonly string[];
  /** The model that gave each answer, by message id. */
  answeredBy: ReadonlyMap<string, string>;
  /** Parts of the history that providers have refused and that are omitted since. */
  leftOut: readonly LeftOutPart[];
  /** The prompt that the newest request began with; null in journals from before it was kept. */
  prompt: ConversationPrompt | null;
  /** Ids of calls whose outputs are sent to the model as stubs. */
  stubbedCalls: ReadonlySet<string>;
  /** The compactions in force, in the order in which they were made; later ones may cover earlier ones. */
  compactions: readonly Compaction[];
  /** Ids of messages that a guard wrote, not the user. */
  remarks: ReadonlySet<string>;
  /** All changes to the project's files since the task began, by anyone. */
  fileLog: FileLog;
  /**
   * Length of `fileLog` when the user first ran a command after the task: later entries do not belong to the task. Null if there was none.
   */
  workEnd: number | null;
  /** Length of `fileLog` when each call succeeded, by tool call id. */
  fileMarks: ReadonlyMap<string, number>;
  seenFiles: SeenFiles;
  /** The script texts that approvals showed last, by `shownScriptKey`. */
  shownScripts: ReadonlyMap<string, string>;
  /** Commands that the user ran, by the id of the message that reports each to the model; these messages are also remarks. */
  userCommands: ReadonlyMap<string, UserCommand>;
  hooks: HookState;
  /** Earlier versions of the conversation, stored when the user went back to a previous message, oldest first. */
  versions: readonly ConversationVersion[];
  /** The states of the sub-agents, by the id of the call that started each. */
  delegates: ReadonlyMap<string, ConversationState>;
}

/**
 * The files that the agent has read or written in this chat, and who has changed each since: `user` if any of them did, `runtime` for
 * programs, and on a real machine for whatever else is done there.
 */
export type SeenFiles = ReadonlyMap<string, 'as-seen' | 'user' | 'runtime'>;

/** The fields that differ between the versions of a conversation. */
export type KeptConversation = Pick<
  ConversationState,
  | 'messages'
  | 'toolCalls'
  | 'delegates'
  | 'compactions'
  | 'plan'
  | 'isPlanOld'
  | 'queued'
  | 'mode'
  | 'status'
  | 'notice'
  | 'lastStep'
  | 'hooks'
>;

export interface ConversationVersion {
  versionId: string;
  /** The last message shared with the version that replaced this one; null if none is shared. */
  afterMessageId: string | null;
  kept: KeptConversation;
}

export interface QueuedMessage {
  message: ChatMessage;
  when: QueuedWhen;
  /** Takes effect when the message is added; the current step keeps its own mode. */
  mode: ChatMode;
}

export interface ConversationPrompt extends Omit<KeptPrompt, 'isNew'> {
  /** The facts that the newest remark about changes told; null if there was none since the prompt was made. */
  told: ToldFacts | null;
  /** Ids of these remarks. */
  remarks: readonly string[];
  /** The newest summary when the prompt was made. */
  compactionId: string | null;
}

/** A part of these messages that is omitted from requests to this model. */
export interface LeftOutPart {
  modelId: string;
  left: RefusedPart;
  /** The provider's own error message. */
  message: string;
  messageIds: ReadonlySet<string>;
  /** The newest of these messages; null if there were none. */
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
  addedToTask: new Set(),
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
  isPlanOld: false,
  oldPlanMessages: new Set(),
  lockedPaths: [],
  answeredBy: new Map(),
  leftOut: [],
  prompt: null,
  stubbedCalls: new Set(),
  compactions: [],
  remarks: new Set(),
  fileLog: null,
  workEnd: null,
  fileMarks: new Map(),
  seenFiles: new Map(),
  shownScripts: new Map(),
  userCommands: new Map(),
  hooks: NO_HOOKS,
  versions: [],
  delegates: new Map(),
};
