import type { Attachment } from '../../protocol/attachments/attachment.ts';
import type { ChatMode } from '../../protocol/chat-request.ts';
import type { ApprovalId, ChatId } from '../../protocol/ids.ts';
import type { JournalEvent, JournalRecord } from '../../protocol/journal-event.ts';
import type { QueuedWhen } from '../../protocol/session-state.ts';
import type { Routine, ToolCodecName } from '../../protocol/settings.ts';
import type { Reason } from '../../protocol/texts/reason.ts';
import type { ApprovalAnswer, ApprovalRequest, ToolCall } from '../../protocol/tool-call.ts';
import type { UserCommand } from '../../protocol/user-command.ts';
import type { InputWanted } from '../../runtime/types.ts';
import type { ConversationState, LivePart } from './conversation-state.ts';
import type { DelegateBrief } from './delegate-order.ts';
import type { PastEvent } from './past-event.ts';
import type { AgentPorts, PartialAnswer } from './ports.ts';
import type { ProgramCall } from './program-call.ts';
import type { ProposedChange } from './proposed-change.ts';
import type { RequestWait } from './request-wait.ts';
import type { ResumeCause } from './resume-cause.ts';
import type { Silence } from './silence.ts';
import type { DelegateFrame } from './task-facts.ts';
import type { ToolRegistry } from './tool-definition.ts';

export interface AgentSessionOptions {
  chatId: ChatId;
  ports: AgentPorts;
  tools: ToolRegistry;
  /** Returns the `provider:model` of the next step. Called before each step. */
  modelId(mode: ChatMode): string;
  /** Returns the rules files and host limits for the system prompt. Called before each step. */
  promptContext?(): Promise<PromptContext>;
  /** Set for a sub-agent: its task, brief and budget. */
  delegate?: DelegateFrame;
}

export interface PromptContext {
  /** Contents of `AGENTS.md` and similar files, in the order in which they are read. */
  rules: readonly { path: string; text: string }[];
  /** Contents of `.devonz/memory.md`; null or absent if there is no such file. */
  memory?: { path: string; text: string } | null;
  /** Sentences about what the runtime can and cannot do, such as "There is no git." */
  limits: readonly string[];
  /** Named commands of the project and of the user. */
  routines?: readonly Routine[];
  /** Sub-agent roles that the project defines. */
  roles?: readonly { name: string; description: string }[];
  /** The brief of a sub-agent; absent for the main agent. */
  delegate?: DelegateBrief;
  /** Masks the values of secret files in the tool descriptions of other servers; absent if no secrets are known. */
  inForeign?(text: string): string;
}

/** Notifications. The values are in `state()` and `liveParts()`, so a listener may skip events and read them once per frame. */
export type SessionEvent =
  /** The projection has changed; read `state()`. `event` is the recorded event that caused the change, if there is one. */
  | { type: 'changed'; event?: JournalEvent }
  /** More of the answer has arrived; read `liveParts()`. */
  | { type: 'live' }
  /** A chunk of a call's output as it arrives, including escape codes. */
  | { type: 'output'; toolCallId: string; chunk: string }
  /** A command waits for input; `null` when it no longer does. */
  | { type: 'input-wanted'; toolCallId: string; wanted: InputWanted | null }
  /** A different model answers from now on. */
  | { type: 'model-switched'; modelId: string | null; reason: string }
  /** A model used with function calling prints its calls as text; this codec may suit it better. */
  | { type: 'codec-suggested'; modelId: string; codec: ToolCodecName }
  /** `summary` briefly describes the action to approve. */
  | { type: 'approval-requested'; approval: ApprovalRequest; summary: string }
  /** At most five steps are left. */
  | { type: 'iteration-warning'; remaining: number }
  /** A model request that summarises the middle of the conversation has started or ended. */
  | { type: 'summarising'; isUnderWay: boolean }
  /** No data has arrived for a while; `null` when data arrives again or none is expected. */
  | { type: 'silence'; silence: Silence | null }
  /** Requests to the model are paused; `null` when they resume. */
  | { type: 'waiting'; wait: RequestWait | null }
  /** A request failed and is sent again after `delayMs`. */
  | { type: 'retrying'; attempt: number; delayMs: number; message: string };

/** A summary proposed in place of a stretch of the conversation; nothing has been changed yet. */
export interface CompactionPreview {
  firstMessageId: string;
  lastMessageId: string;
  /** Number of messages that the summary would replace. */
  count: number;
  /** The full text that the model would receive instead of those messages. */
  summary: string;
  /** Estimated tokens of the request before and after the compaction. */
  before: number;
  after: number;
}

export type BudgetName = keyof ConversationState['granted'];

/** `reason` is the same message as `why`, in the form that the page translates into the user's language. */
export type AnswerOutcome = { accepted: true } | { accepted: false; why: string; reason?: Reason };

/** Lets a program take the model's place in a session, under the same policy, approvals, limits and journal. */
export interface ProgramControl {
  /**
   * Starts a run whose steps the program makes: no model is asked until it ends. Stops any current run. Resolves when this is in the
   * journal.
   */
  begin(task: string, mode: ChatMode): Promise<void>;
  /**
   * Calls a tool as a model would. While a model works, the call becomes a separate step of the run after the model's current step; an idle
   * session starts a run for it. Resolves with the answered call, or with null if the run ended before the call was accepted.
   */
  call(call: ProgramCall): Promise<ToolCall | null>;
  /** Counts a step towards the limit. Model runs count their own steps. */
  countStep(): Promise<void>;
  /** Ends the program's task; `error` says why it could not be done. Resolves when the run has ended. A model's run is stopped. */
  end(error?: string): Promise<void>;
}

/** A withdrawn message, as the user wrote it. */
export interface TakenBack {
  text: string;
  attachments: readonly Attachment[];
}

/**
 * One conversation with the agent: the loop, its tool calls and its approvals. Methods reject only for programming errors; other failures
 * are reported in `state().notice`.
 */
export interface AgentSession {
  readonly chatId: ChatId;
  readonly program: ProgramControl;
  state(): ConversationState;
  /** Returns true if the session is blocked until the user answers. */
  isWaiting(): boolean;
  /** Returns the parts of the running step, in order of appearance. Computed on each call. */
  liveParts(): readonly LivePart[];
  subscribe(listener: (event: SessionEvent) => void): () => void;

  /**
   * Resolves with true when the message is in the journal, false if it could not be stored. While the agent works, it is queued until after
   * the current step or task.
   */
  send(text: string, mode: ChatMode, when?: QueuedWhen, attachments?: readonly Attachment[]): Promise<boolean>;
  /** Ends the stream, the command and all pending approvals and questions within 200 ms; resolves when that is in the journal. */
  stop(): Promise<void>;
  answerApproval(approvalId: ApprovalId, answer: ApprovalAnswer): Promise<AnswerOutcome>;
  /** Approves everything that is pending now, but nothing that comes later. */
  approveAll(): Promise<void>;
  /** Adds steps to this run, which continues if it had reached the limit. */
  grantIterations(count: number): Promise<void>;
  /** Adds `amount`, in the budget's unit, to a budget of this run, which continues if it had reached that limit. */
  grantBudget(budget: BudgetName, amount: number): Promise<void>;
  /** Withdraws a queued message. Resolves with its content, or with null if it has already been added to the conversation. */
  withdraw(messageId: string): Promise<TakenBack | null>;
  /** Adds a message from Devonz for the model to read before its next step. */
  remark(text: string): Promise<void>;
  /** Records a command that the user ran in the agent's shell; the model is notified before its next step. */
  noteUserCommand(done: UserCommand): Promise<void>;
  /** Records a checkpoint before the user's command runs. */
  noteUserCommandStart(command: string): Promise<void>;
  /** Switches back to the chosen model from the next step on. */
  switchBack(): Promise<void>;
  /** Applies an event that was journalled outside the session: a file change, or the user going back. */
  noteFile(event: PastEvent): void;
  /** Continues after an error, a stop or an interruption; during a silence or a pause it sends the request at once. */
  retry(): Promise<void>;
  /** Like `retry`, but keeps the partial answer in the conversation and asks the model for the rest. */
  continueAnswer(): Promise<void>;
  /** Like `retry`, but uses another model for the rest of the run. */
  continueWith(modelId: string): Promise<void>;
  /** Resolves with the text before and after a change that is pending approval. */
  proposedChange(approvalId: ApprovalId): Promise<ProposedChange | null>;
  /** Asks the model to summarise the middle of the conversation; changes nothing. */
  previewCompaction(signal?: AbortSignal): Promise<CompactionPreview | { problem: Reason }>;
  /**
   * Sends the (possibly edited) summary instead of the messages it replaces, from the next step on. The conversation itself stays whole.
   */
  applyCompaction(preview: CompactionPreview): Promise<AnswerOutcome>;
  /** Sends the original messages again instead of the summary. */
  undoCompaction(compactionId: string): Promise<void>;
  /** Locks or unlocks a path. Tools refuse to change a locked path and everything below it. */
  setLock(path: string, isLocked: boolean): Promise<AnswerOutcome>;
  /**
   * Restores the session from a journal after a reload: repairs what a crash cut off and asks unanswered approvals again. With the cause
   * `moved`, a run that another tab released continues. `partials` are the parts that had arrived of unfinished answers. Call this once,
   * before any other method.
   */
  resume(records: readonly JournalRecord[], partials?: readonly PartialAnswer[], cause?: ResumeCause): Promise<void>;
  /** Resolves when no loop is running or the loop waits for the user. */
  settled(): Promise<void>;
}
