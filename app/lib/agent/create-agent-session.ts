import type { ChatMode } from '../protocol/chat-request.ts';
import type { ApprovalId, ChatId } from '../protocol/ids.ts';
import type { JournalEvent, JournalRecord } from '../protocol/journal-event.ts';
import type { QueuedWhen, SessionNotice } from '../protocol/session-state.ts';
import type { ApprovalAnswer } from '../protocol/tool-call.ts';
import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import type { AgentSession, AgentSessionOptions, AnswerOutcome, CompactionPreview, SessionEvent } from './agent-session.ts';
import { type ConversationState, INITIAL_CONVERSATION, type LivePart } from './conversation-state.ts';
import { StepFailedError, StepTransportError, StoppedError } from './errors.ts';
import { CompactionDesk } from './history/compaction-desk.ts';
import { HistoryKeeper } from './history/history-keeper.ts';
import { WindowFullError } from './history/window-full-error.ts';
import { isNearLimit, remainingIterations } from './limits.ts';
import { ModelStep } from './model-step.ts';
import type { AgentPorts } from './ports.ts';
import { applyRecord, isAnswered, lastStepCalls, projectRecords } from './projection.ts';
import type { ProposedChange } from './proposed-change.ts';
import { recoveryEvents } from './recovery.ts';
import { Scheduler } from './scheduler.ts';

/** Makes a session over the given ports. It rests until it is told something. */
export function createAgentSession(options: AgentSessionOptions): AgentSession {
  return new Session(options);
}

interface Run {
  controller: AbortController;
  done: Promise<void>;
}

class Session implements AgentSession {
  readonly chatId: ChatId;
  readonly #ports: AgentPorts;
  readonly #step: ModelStep;
  readonly #scheduler: Scheduler;
  readonly #compactions: CompactionDesk;
  readonly #listeners = new Set<(event: SessionEvent) => void>();
  #state: ConversationState = INITIAL_CONVERSATION;
  #run: Run | null = null;
  #isResuming = false;
  /** Appends wait for one another, so that the journal and the projection have one order. */
  #tail: Promise<unknown> = Promise.resolve();
  /** Sends wait for one another: two quick ones never interleave (D4). */
  #sends: Promise<unknown> = Promise.resolve();

  constructor(options: AgentSessionOptions) {
    this.chatId = options.chatId;
    this.#ports = options.ports;
    const shared = {
      chatId: options.chatId,
      ports: options.ports,
      tools: options.tools,
      record: (event: JournalEvent) => this.#record(event),
      state: () => this.#state,
      emit: (event: SessionEvent) => this.#emit(event),
    };
    const promptContext = options.promptContext ?? (async () => ({ rules: [], limits: [] }));
    const historyParts = { ...shared, modelId: options.modelId, promptContext };
    const history = new HistoryKeeper(historyParts);
    this.#compactions = new CompactionDesk(historyParts, history);
    this.#step = new ModelStep({ ...shared, history, modelId: options.modelId });
    this.#scheduler = new Scheduler({ ...shared, projectRoot: options.projectRoot ?? '/home/project' });
  }

  state(): ConversationState {
    return this.#state;
  }

  liveParts(): readonly LivePart[] {
    return this.#step.liveParts();
  }

  subscribe(listener: (event: SessionEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  send(text: string, mode: ChatMode, when: QueuedWhen = 'after-step'): Promise<void> {
    if (text.trim() === '') return Promise.resolve();
    const sent = this.#sends.then(() => this.#guarded(() => this.#send(text, mode, when)));
    this.#sends = sent;
    return sent;
  }

  async #send(text: string, mode: ChatMode, when: QueuedWhen): Promise<void> {
    const message = { id: this.#ports.ids.next(), role: 'user' as const, parts: [{ type: 'text' as const, text }] };
    const queued = this.#run === null ? {} : { when };
    await this.#record({ type: 'user-message', message, mode, ...queued });
    // A run that is at work takes it in before its next step; one that ended meanwhile does not.
    if (this.#run === null) await this.#begin();
  }

  async stop(): Promise<void> {
    const run = this.#run;
    if (run === null) return;
    run.controller.abort();
    await run.done;
  }

  answerApproval(approvalId: ApprovalId, answer: ApprovalAnswer): Promise<AnswerOutcome> {
    const give = async () => {
      // After a reload a question is seen at once, but asked again only when its files have been looked at, in a runtime that
      // boots meanwhile: an answer given before waits for that.
      while (this.#isWorking() && this.#standsOpen(approvalId) && !this.#scheduler.isAsked(approvalId)) await this.#nextChange();
      return this.#scheduler.answer(approvalId, answer);
    };
    return this.#guarded(give, { accepted: false, why: 'The answer could not be kept.' });
  }

  #isWorking(): boolean {
    return this.#run !== null || this.#isResuming;
  }

  #standsOpen(approvalId: ApprovalId): boolean {
    const calls = [...this.#state.toolCalls.values()];
    return calls.some((call) => call.status === 'awaiting_approval' && call.approval.approvalId === approvalId);
  }

  approveAll(): Promise<void> {
    return this.#guarded(() => this.#scheduler.approveAll());
  }

  async grantIterations(count: number): Promise<void> {
    if (!Number.isInteger(count) || count < 1) return;
    await this.#guarded(async () => {
      const stoodAtLimit = this.#run === null && this.#state.notice?.type === 'iteration-limit';
      await this.#record({ type: 'iterations-granted', count });
      if (stoodAtLimit) this.#start();
    });
  }

  async retry(): Promise<void> {
    if (this.#run === null && this.#state.messages.length > 0) this.#start();
  }

  proposedChange(approvalId: ApprovalId): Promise<ProposedChange | null> {
    return this.#scheduler.proposedChange(approvalId);
  }

  async previewCompaction(signal: AbortSignal = new AbortController().signal): Promise<CompactionPreview | { problem: string }> {
    if (this.#run !== null) return { problem: 'The agent is at work. Stop it, or wait until it is done.' };
    return this.#guarded(() => this.#compactions.preview(signal), { problem: 'The summary could not be kept.' });
  }

  applyCompaction(preview: CompactionPreview): Promise<AnswerOutcome> {
    return this.#guarded(() => this.#compactions.apply(preview), { accepted: false, why: 'The summary could not be kept.' });
  }

  undoCompaction(compactionId: string): Promise<void> {
    return this.#guarded(() => this.#compactions.undo(compactionId));
  }

  async setLock(path: string, isLocked: boolean): Promise<AnswerOutcome> {
    const target = toWorkspacePath(path);
    if (target === null || target === '') return { accepted: false, why: `${JSON.stringify(path)} is not a path inside the project.` };
    if (this.#state.lockedPaths.includes(target) === isLocked) return { accepted: true };
    const lock = async (): Promise<AnswerOutcome> => {
      await this.#record({ type: 'path-locked', path: target, isLocked });
      return { accepted: true };
    };
    return this.#guarded(lock, { accepted: false, why: 'The lock could not be kept.' });
  }

  async resume(records: readonly JournalRecord[]): Promise<void> {
    this.#isResuming = true;
    this.#state = projectRecords(records);
    this.#emit({ type: 'changed' });
    await this.#guarded(async () => {
      const recovery = recoveryEvents(this.#state);
      for (const event of recovery.events) await this.#record(event);
      if (recovery.goesOn) this.#start();
    });
    this.#isResuming = false;
    this.#emit({ type: 'changed' });
  }

  async settled(): Promise<void> {
    await this.#sends;
    while (this.#run !== null && !(this.#state.status === 'waiting_for_approval' && this.#scheduler.isWaiting())) {
      const { done } = this.#run;
      await Promise.race([done, this.#nextChange()]);
    }
  }

  #nextChange(): Promise<void> {
    return new Promise((resolve) => {
      const unsubscribe = this.subscribe(() => {
        unsubscribe();
        resolve();
      });
    });
  }

  async #begin(): Promise<void> {
    await this.#record({ type: 'run-started', maxIterations: this.#ports.settings.current().agent.maxIterations });
    this.#start();
  }

  /** Sets the loop going; there is never more than one. */
  #start(): void {
    if (this.#run !== null) return;
    const controller = new AbortController();
    const run: Run = { controller, done: Promise.resolve() };
    this.#run = run;
    run.done = this.#guarded(() => this.#loop(controller.signal)).then(async () => {
      this.#run = null;
      this.#emit({ type: 'changed' });
      // A message that came between the last step and the end has nobody to take it in.
      if (this.#hasUnanswered()) await this.#guarded(() => this.#begin());
    });
  }

  #hasUnanswered(): boolean {
    const { status, messages } = this.#state;
    return (status === 'completed' || status === 'waiting_for_user') && messages.at(-1)?.role === 'user';
  }

  /** Steps and tool calls in turn until something ends the run; its end is journalled in every case. */
  async #loop(signal: AbortSignal): Promise<void> {
    try {
      const outcome = await this.#work(signal);
      await this.#record({ type: 'run-ended', outcome });
    } catch (error) {
      const isStop = error instanceof StoppedError || signal.aborted;
      if (error instanceof WindowFullError) {
        const { needed, window, why } = error;
        return await this.#record({ type: 'run-ended', outcome: 'limit', notice: { type: 'window', needed, window, why } });
      }
      await this.#scheduler.cancelOpen((call) => cancelMessage(isStop, call.status));
      if (isStop) await this.#record({ type: 'run-ended', outcome: 'stopped' });
      else await this.#record({ type: 'run-ended', outcome: 'error', notice: noticeOf(error) });
    }
  }

  async #work(signal: AbortSignal): Promise<'completed' | 'iteration-limit' | 'waiting_for_user'> {
    for (;;) {
      if (signal.aborted) throw new StoppedError();
      if (lastStepCalls(this.#state).some((call) => !isAnswered(call))) {
        const outcome = await this.#scheduler.runStep(this.#state.mode, signal);
        // A message that came meanwhile is the answer, or the next task.
        if (outcome === 'continue' || this.#state.queued.length > 0) continue;
        return outcome === 'complete' ? 'completed' : 'waiting_for_user';
      }
      const { iteration, maxIterations } = this.#state;
      if (iteration >= maxIterations) return 'iteration-limit';
      if (isNearLimit(iteration + 1, maxIterations)) {
        this.#emit({ type: 'iteration-warning', remaining: remainingIterations(iteration, maxIterations) });
      }
      await this.#step.run(this.#state.mode, signal);
      const calls = lastStepCalls(this.#state);
      if (calls.length === 0 && this.#state.queued.length === 0) return 'completed';
    }
  }

  #record(event: JournalEvent): Promise<void> {
    const appended = this.#tail.then(async () => {
      await this.#ports.journal.append(event);
      this.#state = applyRecord(this.#state, { event, at: this.#ports.clock.now() });
      this.#emit({ type: 'changed' });
    });
    this.#tail = appended.catch(() => undefined);
    return appended;
  }

  #emit(event: SessionEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  #guarded(work: () => Promise<void>): Promise<void>;
  #guarded<Value>(work: () => Promise<Value>, otherwise: Value): Promise<Value>;
  /** What fails here is the journal itself: it cannot be journalled, so it is only shown. */
  async #guarded<Value>(work: () => Promise<Value>, otherwise?: Value): Promise<Value | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#state = { ...this.#state, status: 'error', openStep: null, notice: noticeOf(error) };
      this.#emit({ type: 'changed' });
      return otherwise;
    }
  }
}

function noticeOf(error: unknown): SessionNotice {
  const isRetryable = error instanceof StepTransportError || error instanceof StepFailedError ? error.isRetryable : true;
  return { type: 'error', message: error instanceof Error ? error.message : String(error), isRetryable };
}

function cancelMessage(isStop: boolean, status: string): string {
  if (status === 'executing') {
    return isStop
      ? 'cancelled: the person stopped it while it ran. Part of it may have taken effect; check before relying on it.'
      : 'cancelled: interrupted. Part of it may have taken effect; check before relying on it.';
  }
  return isStop ? 'cancelled: the person stopped the run before this was done.' : 'cancelled: interrupted before this was done.';
}
