import type { SessionEvent } from '../agent/contract/agent-session.ts';
import type { ConversationState } from '../agent/contract/conversation-state.ts';
import { wakeEvent } from '../agent/conversation/machine.ts';
import { taskCalls } from '../agent/conversation/session-facts.ts';
import { errorMessage } from '../protocol/error-message.ts';
import { isDelegatedBy } from '../protocol/ids.ts';
import type { JournalEvent } from '../protocol/journal-event.ts';
import type { ApprovalAnswer, ApprovalRequest } from '../protocol/tool-call.ts';
import type { AgentOrchestratorOptions, AgentStatus } from './agent-types.ts';
import type { SessionSource } from './environment.ts';
import { approvalRequestOf, executionState, toolCallRecord } from './execution-state.ts';

export interface SessionListenerDependencies {
  options(): AgentOrchestratorOptions;
  /** Returns the state that the orchestrator shows now. */
  shown(): ConversationState;
  /** Returns a summary of the outcome. */
  summary(): string;
  /** Called before the callbacks. */
  onRecorded(event: JournalEvent): void;
}

type IsOver = (state: ConversationState, hasUser: boolean) => boolean;

/** Turns a session's events into the seed's callbacks, and answers the approvals of the orchestrator's own calls and tasks. */
export class SessionListener {
  readonly #dependencies: SessionListenerDependencies;
  #source: SessionSource | null = null;
  #unsubscribe: () => void = () => undefined;
  #toldStatus: AgentStatus = 'idle';
  /** The orchestrator's current calls; true if the user has approved the call. */
  readonly #calls = new Map<string, boolean>();
  /** The task that the model carries out for it; `messageId` is set when it is in the journal. */
  #task: { text: string; messageId: string | null } | null = null;

  constructor(dependencies: SessionListenerDependencies) {
    this.#dependencies = dependencies;
  }

  attach(source: SessionSource): void {
    if (source === this.#source) return;
    this.detach();
    this.#source = source;
    this.#unsubscribe = source.subscribe((event) => this.#onEvent(event));
  }

  detach(): void {
    this.#unsubscribe();
    this.#source = null;
  }

  /** Answers the approvals of this call during the work. */
  async during<Result>(toolCallId: string, isApproved: boolean, work: () => Promise<Result>): Promise<Result> {
    this.#calls.set(toolCallId, isApproved);
    try {
      return await work();
    } finally {
      this.#calls.delete(toolCallId);
    }
  }

  /** Answers the approvals of this task during the work. */
  async duringTask(text: string, work: (isOver: IsOver) => Promise<void>): Promise<void> {
    this.#task = { text, messageId: null };
    try {
      await work((state, hasUser) => this.#isOver(state, hasUser));
    } finally {
      this.#task = null;
    }
  }

  /** Reports the status if it differs from the last reported one. */
  tell(): void {
    const { status } = this.#dependencies.shown();
    if (status === this.#toldStatus) return;
    this.#toldStatus = status;
    this.#dependencies.options().onStatusChange?.(status);
  }

  #onEvent(event: SessionEvent): void {
    if (event.type === 'approval-requested') {
      if (this.#isMine(event.approval.toolCallId)) void this.#answer(event.approval, event.summary);
    } else if (event.type === 'changed') {
      if (event.event !== undefined) this.#onRecorded(event.event);
      this.tell();
    }
  }

  #onRecorded(event: JournalEvent): void {
    this.#dependencies.onRecorded(event);
    const state = this.#source?.session()?.state();
    if (state === undefined) return;
    const { onToolExecuted, onIterationComplete, onSessionEnd } = this.#dependencies.options();
    switch (event.type) {
      case 'user-message':
        if (this.#task?.messageId === null && textOf(event) === this.#task.text) this.#task.messageId = event.message.id;
        break;
      case 'tool-call-succeeded':
      case 'tool-call-failed':
      case 'tool-call-cancelled': {
        const call = state.toolCalls.get(event.toolCallId);
        if (call !== undefined && this.#isMine(event.toolCallId)) onToolExecuted?.(toolCallRecord(call, state));
        break;
      }
      case 'step-started':
      case 'run-ended': {
        const done = event.type === 'run-ended' ? state.iteration : state.iteration - 1;
        if (done > 0 && this.#isAtTask(state)) onIterationComplete?.(done, executionState(state));
        const isOver = event.type === 'run-ended' && (state.runBy === 'program' || this.#isAtTask(state));
        if (isOver) onSessionEnd?.(this.#dependencies.summary(), executionState(state));
        break;
      }
    }
  }

  #isMine(toolCallId: string): boolean {
    const state = this.#source?.session()?.state();
    const isOfCall = [...this.#calls.keys()].some((id) => id === toolCallId || isDelegatedBy(id, toolCallId));
    return isOfCall || (state !== undefined && this.#isAtTask(state));
  }

  #isAtTask({ messages, remarks }: ConversationState): boolean {
    const newest = messages.findLast(({ id, role }) => role === 'user' && !remarks.has(id));
    return newest !== undefined && newest.id === this.#task?.messageId;
  }

  /** Only a user can still answer the agent's question. */
  #isOver({ status, queued }: ConversationState, hasUser: boolean): boolean {
    if (wakeEvent(status) === null || (status === 'waiting_for_user' && hasUser)) return false;
    // The previous run has ended, and the task's own run is next.
    const isNext = status === 'completed' && queued.some(({ message }) => message.id === this.#task?.messageId);
    return !isNext;
  }

  async #answer(approval: ApprovalRequest, summary: string): Promise<void> {
    const answer = await this.#answerTo(approval, summary);
    // An answer that the user has given meanwhile takes precedence.
    if (answer !== null) await this.#source?.session()?.answerApproval(approval.approvalId, answer);
  }

  /** Returns `null` to ask the user. */
  async #answerTo(approval: ApprovalRequest, summary: string): Promise<ApprovalAnswer | null> {
    const { onApprovalNeeded, autoApproveAll } = this.#dependencies.options();
    if (autoApproveAll === true || this.#calls.get(approval.toolCallId) === true) return { decision: 'approve' };
    if (onApprovalNeeded === undefined) return this.#source?.hasUser === true ? null : { decision: 'deny' };
    const state = this.#source?.session()?.state();
    const call = state === undefined ? undefined : taskCalls(state).find(({ toolCallId }) => toolCallId === approval.toolCallId);
    try {
      const isApproved = await onApprovalNeeded(approvalRequestOf(approval, summary, call?.input ?? null));
      return isApproved === true ? { decision: 'approve' } : { decision: 'deny' };
    } catch (error) {
      return { decision: 'deny', reason: errorMessage(error) };
    }
  }
}

function textOf({ message }: Extract<JournalEvent, { type: 'user-message' }>): string {
  return message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
