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
  /** Absolute path of the project's root in the runtime; `/home/project` when absent. */
  projectRoot?: string;
  /** `provider:model` for the next step, asked before each one. */
  modelId(mode: ChatMode): string;
  /** Text of rules files and limits of the host for the system prompt, asked before each step. */
  promptContext?(): Promise<PromptContext>;
  /** Set for a sub-agent: what it works within. */
  delegate?: DelegateFrame;
}

export interface PromptContext {
  /** Text of `AGENTS.md` and similar files, in the order of reading. */
  rules: readonly { path: string; text: string }[];
  /** Text of `.devonz/memory.md`; null or absent where there is none. */
  memory?: { path: string; text: string } | null;
  /** Sentences on what the runtime can and cannot do, such as "There is no git." */
  limits: readonly string[];
  /** Commands of the project and the user by name. */
  routines?: readonly Routine[];
  /** Roles of the project for sub-agents. */
  roles?: readonly { name: string; description: string }[];
  /** What a sub-agent learns of itself; absent: it is the agent. */
  delegate?: DelegateBrief;
  /** Takes values of secret files out of what other servers say of their tools; absent: nobody knows of any. */
  inForeign?(text: string): string;
}

/** What is notified as it happens. `state()` and `liveParts()` give the values: a listener may skip events and read once a frame. */
export type SessionEvent =
  /** The projection has changed: read `state()`. `event`: what was recorded, where that is why. */
  | { type: 'changed'; event?: JournalEvent }
  /** More of the answer has come: read `liveParts()`. */
  | { type: 'live' }
  /** A call's output as it comes, with escape codes. */
  | { type: 'output'; toolCallId: string; chunk: string }
  /** A command waits for input, or (null) no longer does. */
  | { type: 'input-wanted'; toolCallId: string; wanted: InputWanted | null }
  /** Another model answers from now on. */
  | { type: 'model-switched'; modelId: string | null; reason: string }
  /** A model used with functions prints its calls as words; this codec may suit it better. */
  | { type: 'codec-suggested'; modelId: string; codec: ToolCodecName }
  /** `summary`: what would be done, in a few words. */
  | { type: 'approval-requested'; approval: ApprovalRequest; summary: string }
  /** At most five steps are left. */
  | { type: 'iteration-warning'; remaining: number }
  /** The model is asked for a summary of the conversation's middle, or that is over. */
  | { type: 'summarising'; isUnderWay: boolean }
  /** No data has come for a while, or (null) some has come, or none is waited for. */
  | { type: 'silence'; silence: Silence | null }
  /** A model is not asked for now, or (null) is again. */
  | { type: 'waiting'; wait: RequestWait | null }
  /** A request failed and is sent again after `delayMs`. */
  | { type: 'retrying'; attempt: number; delayMs: number; message: string };

/** A summary that would stand for a stretch of the conversation; nothing has been changed yet. */
export interface CompactionPreview {
  firstMessageId: string;
  lastMessageId: string;
  /** Messages it would stand for. */
  count: number;
  /** The whole text the model would be sent instead of them. */
  summary: string;
  /** Tokens of what is sent, estimated. */
  before: number;
  after: number;
}

export type BudgetName = keyof ConversationState['granted'];

/** `reason`: the same as `why` for the page, which says it in the user's language. */
export type AnswerOutcome = { accepted: true } | { accepted: false; why: string; reason?: Reason };

/** A session as a program drives it: in the place of the model, under the same policy, approvals, limits and journal. */
export interface ProgramControl {
  /** Begins a run whose steps the program makes: no model is asked until it ends. Stops what is at work. Resolves when that is in the journal. */
  begin(task: string, mode: ChatMode): Promise<void>;
  /**
   * Has a tool called as a model would. A run takes it in as a step of its own, while a model works after its step; a session that
   * rests makes a run of it. Resolves with the answered call, or with null when the run ended before it was taken in.
   */
  call(call: ProgramCall): Promise<ToolCall | null>;
  /** Counts a step towards the limit; a model's run counts its own. */
  countStep(): Promise<void>;
  /** The program's task is done, or cannot be done and why. Resolves when the run has ended. A model's run is stopped. */
  end(error?: string): Promise<void>;
}

/** A message as the user wrote it. */
export interface TakenBack {
  text: string;
  attachments: readonly Attachment[];
}

/**
 * One conversation with the agent: the loop, its tool calls, its approvals. No method rejects except for programming errors;
 * what fails is in `state().notice`.
 */
export interface AgentSession {
  readonly chatId: ChatId;
  readonly program: ProgramControl;
  state(): ConversationState;
  /** Nothing moves until a user answers. */
  isWaiting(): boolean;
  /** Of the running step, in the order of appearance. Computed on call. */
  liveParts(): readonly LivePart[];
  subscribe(listener: (event: SessionEvent) => void): () => void;

  /** Resolves when the message is in the journal, or (false) could not be kept there. While the agent works it goes in after this step, or after this task. */
  send(text: string, mode: ChatMode, when?: QueuedWhen, attachments?: readonly Attachment[]): Promise<boolean>;
  /** Ends stream, command and waiting approvals within 200 ms, and a question that waits; resolves when that is in the journal. */
  stop(): Promise<void>;
  answerApproval(approvalId: ApprovalId, answer: ApprovalAnswer): Promise<AnswerOutcome>;
  /** Approves what waits now, nothing later. */
  approveAll(): Promise<void>;
  /** More steps for this run; continues when it was at the limit. */
  grantIterations(count: number): Promise<void>;
  /** So much more of a budget for this run, in its unit; continues when it was there. */
  grantBudget(budget: BudgetName, amount: number): Promise<void>;
  /** Takes back a message that still waits. Resolves with what it said, or null when it has gone in already. */
  withdraw(messageId: string): Promise<TakenBack | null>;
  /** Tells the model something before its next step, in Devonz' name. */
  remark(text: string): Promise<void>;
  /** Keeps what the user ran in the agent's shell; the model is notified before its next step. */
  noteUserCommand(done: UserCommand): Promise<void>;
  /** Before it: a checkpoint. */
  noteUserCommandStart(command: string): Promise<void>;
  /** From the next step on the chosen model answers again. */
  switchBack(): Promise<void>;
  /** Takes note of what has gone into the journal outside the session: what has become of a file, or that the user went back. */
  noteFile(event: PastEvent): void;
  /** Continues after an error, a stop or an interruption; while no data comes, or a pause is waited for, it sends the request at once. */
  retry(): Promise<void>;
  /** The same, from where the answer that failed had come to: it stays in the conversation, and the model is asked for what is missing. */
  continueAnswer(): Promise<void>;
  /** The same, with another model for the rest of the run. */
  continueWith(modelId: string): Promise<void>;
  /** Text before and after a change that waits for approval. */
  proposedChange(approvalId: ApprovalId): Promise<ProposedChange | null>;
  /** Asks the model for a summary of the conversation's middle; nothing is changed by it. */
  previewCompaction(signal?: AbortSignal): Promise<CompactionPreview | { problem: Reason }>;
  /** From the next step on the (perhaps edited) summary is sent instead of what it stands for. The conversation itself stays whole. */
  applyCompaction(preview: CompactionPreview): Promise<AnswerOutcome>;
  /** What the summary stood for is sent again. */
  undoCompaction(compactionId: string): Promise<void>;
  /** The tools refuse to change what is locked, and everything below it. */
  setLock(path: string, isLocked: boolean): Promise<AnswerOutcome>;
  /**
   * Takes up a journal after a reload: fixes what a crash cut off, asks unanswered approvals again. A run that another tab has let go of
   * (`moved`) continues. `partials`: what had come of answers that were under way. Call once, before anything else.
   */
  resume(records: readonly JournalRecord[], partials?: readonly PartialAnswer[], cause?: ResumeCause): Promise<void>;
  /** Resolves when no loop is running or the loop waits for a user. */
  settled(): Promise<void>;
}
