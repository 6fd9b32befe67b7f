import type { Attachment } from '../../protocol/attachments/attachment.ts';
import { ownWords } from '../../protocol/attachments/own-words.ts';
import type { ChatMode } from '../../protocol/chat-request.ts';
import { errorMessage } from '../../protocol/error-message.ts';
import type { ApprovalId, ChatId } from '../../protocol/ids.ts';
import type { JournalEvent, JournalRecord } from '../../protocol/journal-event.ts';
import type { MessagePart } from '../../protocol/message.ts';
import { remarkText } from '../../protocol/remark.ts';
import type { QueuedWhen } from '../../protocol/session-state.ts';
import type { ApprovalAnswer } from '../../protocol/tool-call.ts';
import type { UserCommand } from '../../protocol/user-command.ts';
import { ApprovalDesk } from '../calls/approval-desk.ts';
import { CallRunner } from '../calls/call-runner.ts';
import { Permissions } from '../calls/permissions.ts';
import { Scheduler } from '../calls/scheduler.ts';
import type {
  AgentSession,
  AgentSessionOptions,
  AnswerOutcome,
  BudgetName,
  CompactionPreview,
  ProgramControl,
  SessionEvent,
  TakenBack,
} from '../contract/agent-session.ts';
import { type ConversationState, INITIAL_CONVERSATION, type LivePart } from '../contract/conversation-state.ts';
import { nextChange } from '../contract/next-change.ts';
import type { AgentPorts, PartialAnswer } from '../contract/ports.ts';
import type { ProposedChange } from '../contract/proposed-change.ts';
import { NO_PREVIEW, NOT_KEPT } from '../contract/refused-answer.ts';
import type { ResumeCause } from '../contract/resume-cause.ts';
import { attachmentPart, attachmentsOf } from '../conversation/attachment-part.ts';
import { applyRecord, projectRecords } from '../conversation/projection.ts';
import { hasNextTask } from '../conversation/session-facts.ts';
import { keptAnswerEvents } from '../conversation/unfinished-answer.ts';
import { DelegateDesk } from '../delegates/delegate-desk.ts';
import { ownTask } from '../delegates/own-task.ts';
import { withBrief } from '../delegates/with-brief.ts';
import { HistoryKeeper } from '../history/history-keeper.ts';
import { PendingCompactions } from '../history/pending-compactions.ts';
import { recordable } from '../masking/recordable.ts';
import { modelForStep, switchByUser } from './model-for-step.ts';
import { ModelStep } from './model-step.ts';
import { pathLock } from './path-lock.ts';
import { ProgramDesk, programRemark } from './program-desk.ts';
import { recoveryEvents } from './recovery.ts';
import { noticeOf, type RunDriver, RunLoop, runStarted } from './run-loop.ts';
import { stoppedRemark } from './stopped-remark.ts';

/** Creates a session over the given ports. It is idle until something is sent to it. */
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
  readonly #approvals: ApprovalDesk;
  readonly #delegates: DelegateDesk;
  readonly #scheduler: Scheduler;
  readonly #loop: RunLoop;
  readonly #compactions: PendingCompactions;
  readonly #desk: ProgramDesk;
  readonly #listeners = new Set<(event: SessionEvent) => void>();
  #state: ConversationState = INITIAL_CONVERSATION;
  #run: Run | null = null;
  /** A message arrived after the run had ended but before its loop returned; another run answers it. */
  #isLate = false;
  #isResuming = false;
  /** Serialises appends, so that journal and projection have the same order, and sends, so that two never interleave. */
  #tail: Promise<unknown> = Promise.resolve();
  #sends: Promise<void> = Promise.resolve();

  constructor(options: AgentSessionOptions) {
    this.chatId = options.chatId;
    this.#ports = options.ports;
    const shared = {
      chatId: options.chatId,
      ports: options.ports,
      tools: options.tools,
      record: (event: JournalEvent, shown?: readonly string[]) => this.#record(event, shown),
      state: () => this.#state,
      emit: (event: SessionEvent) => this.#emit(event),
    };
    const modelId = () => modelForStep(this.#state, options.modelId(this.#state.mode));
    const historyDependencies = { ...shared, modelId, promptContext: withBrief(options) };
    const history = new HistoryKeeper(historyDependencies);
    this.#compactions = new PendingCompactions(historyDependencies, history);
    this.#step = new ModelStep({ ...shared, history, modelId });
    const task = options.delegate?.task ?? ownTask(shared.state);
    const delegates = new DelegateDesk({ ...shared, options, task, modelId, createSession: createAgentSession });
    const calls = { ...shared, projectRoot: options.ports.workspace.projectRoot(), task, delegates };
    const runner = new CallRunner(calls);
    const permissions = new Permissions(calls, runner);
    this.#scheduler = new Scheduler(calls, runner, permissions);
    this.#delegates = delegates;
    const asking = { permissions, delegates, state: shared.state, nextChange: () => nextChange(this), noteFailure: this.#noteFailure };
    this.#approvals = new ApprovalDesk({ ...asking, isWorking: () => this.#run !== null || this.#isResuming });
    this.#desk = new ProgramDesk(shared.record, options.ports.ids);
    const spent = options.delegate === undefined ? {} : { spent: options.delegate.spent };
    this.#loop = new RunLoop({ ...shared, ...spent, step: this.#step, scheduler: this.#scheduler, program: this.#desk, delegates });
  }

  state(): ConversationState {
    return this.#state;
  }

  isWaiting(): boolean {
    return this.#state.status === 'waiting_for_approval' && this.#scheduler.isWaiting();
  }

  liveParts(): readonly LivePart[] {
    return this.#step.liveParts();
  }

  subscribe(listener: (event: SessionEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async send(text: string, mode: ChatMode, when: QueuedWhen = 'after-step', attachments: readonly Attachment[] = []): Promise<boolean> {
    const sent = { isKept: text.trim() === '' && attachments.length === 0 };
    if (!sent.isKept) await this.#inTurn(() => this.#send({ text, attachments }, mode, when, sent));
    return sent.isKept;
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#sends = this.#sends.then(() => this.#guarded(work));
    return this.#sends;
  }

  async #send({ text, attachments }: TakenBack, mode: ChatMode, when: QueuedWhen, sent: { isKept: boolean }): Promise<void> {
    const parts: MessagePart[] = [{ type: 'text', text }, ...attachments.map((attachment) => attachmentPart(attachment))];
    const message = { id: this.#ports.ids.next(), role: 'user' as const, parts };
    if (this.#run === null) for (const event of stoppedRemark(this.#state, this.#ports.ids.next)) await this.#record(event);
    await this.#record({ type: 'user-message', message, mode, ...(this.#run === null ? {} : { when }) });
    sent.isKept = true;
    // The message is queued until the run accepts it or continues with it as the next task.
    if (this.#state.queued.some((waiting) => waiting.message.id === message.id)) return;
    if (this.#run === null) await this.#begin();
    else this.#isLate = true;
  }

  readonly program: ProgramControl = {
    begin: (task, mode) => this.#inTurn(() => this.#beginProgram(task, mode)),
    call: (call) => {
      const answered = this.#desk.call(call);
      if (this.#run === null) void this.#inTurn(() => this.#beginBeside());
      return answered;
    },
    countStep: async () => {
      if (this.#run === null || this.#desk.isOpen) await this.#guarded(() => this.#record({ type: 'step-counted' }));
    },
    end: async (error) => {
      await this.#inTurn(() => this.#endProgram(error));
      await this.#run?.done;
    },
  };

  /** Starts a run for calls that belong to no task. */
  async #beginBeside(): Promise<void> {
    if (this.#run !== null || !this.#desk.hasCalls) return;
    if (this.#state.messages.length === 0) await this.#record(programRemark(this.#ports.ids.next()));
    await this.#begin('program', true);
  }

  async #beginProgram(task: string, mode: ChatMode): Promise<void> {
    do await this.stop();
    while (this.#run !== null);
    this.#desk.open();
    const message = { id: this.#ports.ids.next(), role: 'user' as const, parts: [{ type: 'text' as const, text: task }] };
    await this.#record({ type: 'user-message', message, mode });
    await this.#begin('program');
  }

  async #endProgram(error?: string): Promise<void> {
    if (this.#desk.isOpen) this.#desk.close(error);
    else if (this.#run !== null) await this.stop();
    else if (error !== undefined)
      await this.#record({ type: 'run-ended', outcome: 'error', notice: noticeOf(new Error(error), this.#ports.clock.now()) });
  }

  withdraw(messageId: string): Promise<TakenBack | null> {
    const take = async () => {
      const waiting = this.#state.queued.find(({ message }) => message.id === messageId);
      if (waiting === undefined) return null;
      await this.#record({ type: 'message-withdrawn', messageId });
      return { text: ownWords(waiting.message), attachments: attachmentsOf(waiting.message) };
    };
    return this.#guarded(take, null);
  }

  noteUserCommandStart(command: string): Promise<void> {
    return this.#guarded(() => this.#record({ type: 'user-command-started', command }));
  }

  noteUserCommand(done: UserCommand): Promise<void> {
    return this.#guarded(() => this.#record({ type: 'user-command', messageId: this.#ports.ids.next(), done }));
  }

  noteFile(event: Parameters<AgentSession['noteFile']>[0]): void {
    this.#state = applyRecord(this.#state, { event, at: this.#ports.clock.now() });
    this.#emit({ type: 'changed', event });
  }

  remark(text: string): Promise<void> {
    return this.#guarded(() => this.#record({ type: 'guard-remark', messageId: this.#ports.ids.next(), text: remarkText(text) }));
  }

  async stop(): Promise<void> {
    const run = this.#run;
    if (run === null) return this.#dropQuestion();
    run.controller.abort();
    await run.done;
  }

  /** Ends the task whose question will not be answered. */
  async #dropQuestion(): Promise<void> {
    if (this.#state.status === 'waiting_for_user') await this.#guarded(() => this.#record({ type: 'run-ended', outcome: 'stopped' }));
  }

  answerApproval(approvalId: ApprovalId, answer: ApprovalAnswer): Promise<AnswerOutcome> {
    return this.#approvals.answer(approvalId, answer);
  }

  approveAll(): Promise<void> {
    return this.#guarded(() => this.#approvals.approveAll());
  }

  async grantIterations(count: number): Promise<void> {
    if (!Number.isInteger(count) || count < 1) return;
    await this.#guarded(async () => {
      const wasAtLimit = this.#run === null && this.#state.notice?.type === 'iteration-limit';
      await this.#record({ type: 'iterations-granted', count });
      if (wasAtLimit) this.#start();
    });
  }

  async grantBudget(budget: BudgetName, amount: number): Promise<void> {
    if (!(amount > 0) || !Number.isFinite(amount)) return;
    await this.#guarded(async () => {
      const { notice } = this.#state;
      const wasAtLimit = this.#run === null && notice?.type === 'budget' && notice.of === undefined && notice.budget === budget;
      await this.#record({ type: 'budget-granted', budget, amount });
      if (wasAtLimit) this.#start();
    });
  }

  async switchBack(): Promise<void> {
    if (this.#state.switchedModelId !== null) await this.#guarded(() => this.#record(switchByUser(null)));
  }

  async retry(): Promise<void> {
    if (this.#run !== null) {
      this.#step.askAgain();
      this.#delegates.askAgain();
    } else if (this.#state.messages.length > 0) this.#start();
  }

  continueAnswer(): Promise<void> {
    return this.#retryAfter(() => keptAnswerEvents(this.#state, this.#ports.ids.next()));
  }

  continueWith(modelId: string): Promise<void> {
    return this.#retryAfter(() => [switchByUser(modelId)]);
  }

  #retryAfter(events: () => JournalEvent[]): Promise<void> {
    return this.#guarded(async () => {
      for (const event of this.#run === null ? events() : []) await this.#record(event);
      await this.retry();
    });
  }

  proposedChange(approvalId: ApprovalId): Promise<ProposedChange | null> {
    return this.#approvals.proposedChange(approvalId);
  }

  async previewCompaction(signal: AbortSignal = new AbortController().signal): ReturnType<AgentSession['previewCompaction']> {
    if (this.#run !== null) return NO_PREVIEW.atWork;
    return this.#guarded(() => this.#compactions.preview(signal), NO_PREVIEW.notKept);
  }

  applyCompaction(preview: CompactionPreview): Promise<AnswerOutcome> {
    return this.#guarded(() => this.#compactions.apply(preview), NOT_KEPT.summary);
  }

  undoCompaction(compactionId: string): Promise<void> {
    return this.#guarded(() => this.#compactions.undo(compactionId));
  }

  async setLock(path: string, isLocked: boolean): Promise<AnswerOutcome> {
    const { event, outcome } = pathLock(this.#state, path, isLocked);
    if (event === null) return outcome;
    return this.#guarded(() => this.#record(event).then(() => outcome), NOT_KEPT.lock);
  }

  async resume(records: readonly JournalRecord[], partials: readonly PartialAnswer[] = [], cause: ResumeCause = 'cut-off'): Promise<void> {
    this.#isResuming = true;
    this.#state = projectRecords(records);
    this.#emit({ type: 'changed' });
    await this.#guarded(async () => {
      const recovery = recoveryEvents(this.#state, partials, cause);
      for (const event of recovery.events) await this.#record(event);
      if (recovery.continues) this.#start();
    });
    this.#isResuming = false;
    this.#emit({ type: 'changed' });
  }

  async settled(): Promise<void> {
    await this.#sends;
    while (this.#run !== null && !this.isWaiting()) {
      const { done } = this.#run;
      await Promise.race([done, nextChange(this)]);
    }
  }

  /** Starts a run; resolves when its start is in the journal. */
  async #begin(driver: RunDriver = 'model', isBeside = false): Promise<void> {
    const begun = this.#record(runStarted(this.#ports.settings.current().agent.maxIterations, driver, isBeside)).then(
      () => true,
      (error: unknown) => this.#fail(error),
    );
    this.#start(begun, driver);
    await begun;
  }

  /** Starts the loop unless one is running. */
  #start(mayRun: Promise<boolean> = Promise.resolve(true), driver: RunDriver = 'model'): void {
    if (this.#run !== null) return;
    const controller = new AbortController();
    const run: Run = { controller, done: Promise.resolve() };
    this.#run = run;
    const worked = mayRun.then((may) => (may ? this.#loop.run(controller.signal, driver) : undefined));
    run.done = worked.catch((error: unknown) => void this.#fail(error)).then(() => this.#continueTasks());
  }

  /** Ends the run and starts the next one, if any. */
  #continueTasks(): void {
    const hasMore = this.#isLate || hasNextTask(this.#state);
    this.#isLate = false;
    this.#run = null;
    // A program's remaining calls run only after a run that completed.
    if (this.#state.status !== 'completed' || !this.#desk.hasCalls) this.#desk.clear();
    if (hasMore) void this.#begin();
    else if (this.#desk.hasCalls) void this.#begin('program', true);
    this.#emit({ type: 'changed' });
  }

  #record(recorded: JournalEvent, shown: readonly string[] = []): Promise<void> {
    const appended = this.#tail.then(async () => {
      const event = await recordable(recorded, this.#ports.secrets, shown);
      await this.#ports.journal.append(event);
      this.#state = applyRecord(this.#state, { event, at: this.#ports.clock.now() });
      this.#desk.noteState(this.#state);
      this.#emit({ type: 'changed', event });
      if (event.type === 'model-switched') this.#emit(event);
    });
    this.#tail = appended.catch(() => undefined);
    return appended;
  }

  #emit(event: SessionEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  #guarded(work: () => Promise<void>): Promise<void>;
  #guarded<Value>(work: () => Promise<Value>, otherwise: Value): Promise<Value>;
  /** Only the journal itself can fail here; that cannot be journalled, so it is only shown. */
  async #guarded<Value>(work: () => Promise<Value>, otherwise?: Value): Promise<Value | undefined> {
    try {
      return await work();
    } catch (error) {
      // A run in progress does not end because something else could not be stored.
      if (this.#run === null) this.#fail(error);
      else this.#noteFailure(error);
      return otherwise;
    }
  }

  #fail(error: unknown): false {
    const notice = noticeOf(error, this.#ports.clock.now());
    this.#state = { ...this.#state, status: 'error', openStep: null, notice };
    this.#noteFailure(error);
    this.#emit({ type: 'changed' });
    return false;
  }

  readonly #noteFailure = (error: unknown): void => {
    const told = { chatId: this.chatId, where: 'journal', message: errorMessage(error) } as const;
    this.#ports.telemetry.note({ type: 'error', at: this.#ports.clock.now(), ...told });
  };
}
