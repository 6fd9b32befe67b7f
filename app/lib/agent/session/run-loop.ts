import { errorMessage } from '../../protocol/error-message.ts';
import type { ChatId } from '../../protocol/ids.ts';
import type { JournalEvent } from '../../protocol/journal-event.ts';
import type { FailureKind } from '../../protocol/models/failure-kind.ts';
import { remarkText } from '../../protocol/remark.ts';
import type { SessionNotice } from '../../protocol/session-state.ts';
import { reasonText } from '../../protocol/texts/reason.ts';
import type { ToolCall } from '../../protocol/tool-call.ts';
import type { Scheduler } from '../calls/scheduler.ts';
import type { SessionEvent } from '../contract/agent-session.ts';
import type { BudgetNotice } from '../contract/budget-notice.ts';
import type { ConversationState } from '../contract/conversation-state.ts';
import { StepFailedError, StepTransportError, StoppedError } from '../contract/errors.ts';
import type { AgentPorts } from '../contract/ports.ts';
import { isNearLimit, remainingIterations, WARNING_STEPS } from '../conversation/limits.ts';
import { isAnswered, lastStepCalls } from '../conversation/projection.ts';
import { workedTime } from '../conversation/run-meter.ts';
import { taskCalls } from '../conversation/session-facts.ts';
import { spentBudget, spentDay } from '../conversation/spent-budget.ts';
import type { DelegateDesk } from '../delegates/delegate-desk.ts';
import { failedFix } from '../guards/fix-guard.ts';
import { loopVerdict } from '../guards/loop-guard.ts';
import { answerVerdict } from '../guards/open-work.ts';
import { WindowFullError } from '../history/window-full-error.ts';
import { HookRunner } from '../hooks/hook-runner.ts';
import { iterationWarning } from '../prompts/build-system-prompt.ts';
import type { ModelStep, StepEnd } from './model-step.ts';
import type { ProgramDesk } from './program-desk.ts';

export interface RunLoopDependencies {
  chatId: ChatId;
  ports: AgentPorts;
  step: ModelStep;
  scheduler: Scheduler;
  program: ProgramDesk;
  delegates: Pick<DelegateDesk, 'settled'>;
  /** For a sub-agent: returns the exhausted budget of the whole run. */
  spent?(): BudgetNotice | null;
  record(event: JournalEvent): Promise<void>;
  state(): ConversationState;
  emit(event: SessionEvent): void;
}

/** Who makes a run's steps. */
export type RunDriver = ConversationState['runBy'];

type RunEnd = Omit<Extract<JournalEvent, { type: 'run-ended' }>, 'type'>;

/** A run: alternates the model's steps with their tool calls, supervised by the guards, until something ends it. */
export class RunLoop {
  readonly #dependencies: RunLoopDependencies;
  /** Null for a sub-agent, whose changes belong to the step that started it. */
  readonly #hooks: HookRunner | null;

  constructor(dependencies: RunLoopDependencies) {
    this.#dependencies = dependencies;
    this.#hooks = dependencies.spent === undefined ? new HookRunner(dependencies) : null;
  }

  /** Resolves when the run's end is in the journal, whatever ended it. Rejects only if the journal itself fails. */
  async run(signal: AbortSignal, driver: RunDriver = 'model'): Promise<void> {
    const end = await this.#work(signal, driver).catch((error: unknown) => this.#failure(error, signal));
    await this.#dependencies.record({ type: 'run-ended', ...end });
    this.#noteRun(end);
  }

  async #work(signal: AbortSignal, driver: RunDriver): Promise<RunEnd> {
    const { scheduler, step, program, state } = this.#dependencies;
    for (;;) {
      if (signal.aborted) throw new StoppedError();
      if (lastStepCalls(state()).some((call) => !isAnswered(call))) {
        const outcome = await scheduler.runStep(state().mode, signal);
        // A message that arrived meanwhile is the answer, or continues the task.
        const hooks = driver === 'program' || state().mode !== 'agent' ? null : this.#hooks;
        await hooks?.afterChanges(signal);
        if (outcome === 'ask-user' && !this.#isSteered()) return { outcome: 'waiting_for_user' };
        if (outcome === 'complete' && !this.#isSteered()) {
          const verdict = (await hooks?.beforeDone(signal)) ?? 'done';
          if (verdict === 'done') return { outcome: 'completed' };
          if (verdict !== 'again') return this.#pausedBy(verdict);
          continue;
        }
        // A program may repeat itself as often as it likes.
        const end = this.#isSteered() || driver === 'program' ? null : await this.#guard();
        if (end !== null) return end;
        continue;
      }
      if (driver === 'program' && !(await program.next(signal))) return { outcome: 'completed' };
      const end = this.#limit();
      if (end !== null) return end;
      if (await program.takeIn()) continue;
      await this.#warnModel();
      const ended = await step.run(state().mode, signal);
      // A call that has already succeeded was run by the provider as part of its answer.
      const hasWork = lastStepCalls(state()).some((call) => call.status !== 'success');
      if (hasWork || ended === 'told' || this.#isSteered() || program.hasCalls) continue;
      const over = ended === 'answered' ? await this.#endOfAnswer() : endOfStep(ended);
      if (over !== null) return over;
    }
  }

  /** Returns true if a queued message is due before the next step. */
  #isSteered(): boolean {
    return this.#dependencies.state().queued.some(({ when }) => when === 'after-step');
  }

  /** Checks the results of the last calls: warns the model about a loop, and ends a run that makes no progress. */
  async #guard(): Promise<RunEnd | null> {
    const state = this.#dependencies.state();
    const standing = failedFix(state);
    if (standing !== null) return this.#pausedBy(standing);
    const verdict = loopVerdict(state);
    if (verdict.type === 'pause') return this.#pausedBy(verdict.notice);
    if (verdict.type === 'remark') await this.#remark(verdict.text, 'loop');
    return null;
  }

  /** Returns how the run ends after an answer without a call; null if the model got a remark and continues. */
  async #endOfAnswer(): Promise<RunEnd | null> {
    const { state, ports, spent } = this.#dependencies;
    const verdict = answerVerdict(state(), { isIgnored: ports.projectFiles?.isIgnored, isReport: spent !== undefined });
    if (verdict.type === 'done') return { outcome: 'completed' };
    if (verdict.type === 'stopped') return this.#pausedBy(verdict.notice);
    await this.#remark(verdict.text, 'open-work');
    return null;
  }

  async #remark(text: string, guard: string): Promise<void> {
    const { record, ports } = this.#dependencies;
    await record({ type: 'guard-remark', messageId: ports.ids.next(), text: remarkText(text) });
    this.#noteGuard(guard, text);
  }

  #pausedBy(notice: SessionNotice): RunEnd {
    this.#noteGuard(notice.type, notice.type === 'failed-fix' ? notice.error : 'The run was paused with a question.');
    return { outcome: 'waiting_for_user', notice };
  }

  /** Checks the limits before every step, so that steps, tokens, money and time are exceeded by at most one step. */
  #limit(): RunEnd | null {
    const { ports, emit } = this.#dependencies;
    const state = this.#dependencies.state();
    const { iteration, maxIterations } = state;
    if (iteration >= maxIterations) return { outcome: 'iteration-limit' };
    const own = spentBudget(state, ports.settings.current().budget, (modelId) => ports.models.price(modelId), ports.clock.now());
    const day = spentDay(ports.spending, ports.settings.current().dayBudget);
    const notice = day ?? own ?? this.#dependencies.spent?.() ?? null;
    if (notice !== null) {
      this.#noteGuard('budget', `${notice.budget}: ${notice.used} of ${notice.limit}`);
      return { outcome: 'limit', notice };
    }
    if (isNearLimit(iteration + 1, maxIterations)) {
      emit({ type: 'iteration-warning', remaining: remainingIterations(iteration, maxIterations) });
    }
    return null;
  }

  /** Tells the model that the run ends soon: when few steps are left, and before the last. */
  async #warnModel(): Promise<void> {
    const { ports, record } = this.#dependencies;
    const { iteration, maxIterations, messages } = this.#dependencies.state();
    const left = maxIterations - iteration;
    const isTime = left === 1 || left === WARNING_STEPS || (iteration === 0 && left < WARNING_STEPS);
    const text = remarkText(iterationWarning(left));
    const isSaid = messages.at(-1)?.parts.some((part) => part.type === 'text' && part.text === text) === true;
    if (isTime && !isSaid) await record({ type: 'guard-remark', messageId: ports.ids.next(), text });
  }

  /** Answers the open calls, so that the conversation is complete, and returns how the run ended. */
  async #failure(error: unknown, signal: AbortSignal): Promise<RunEnd> {
    const isStop = error instanceof StoppedError || signal.aborted;
    // Events from the end of the sub-agents must precede the end of the run.
    if (isStop) await this.#dependencies.delegates.settled();
    await this.#dependencies.scheduler.cancelOpen((call) => cancelMessage(isStop, call.status));
    if (isStop) return { outcome: 'stopped' };
    if (error instanceof WindowFullError) {
      const { why, isGuessed, helps, ...sizes } = error.full;
      const guessed = isGuessed ? { isGuessed } : {};
      return { outcome: 'limit', notice: { type: 'window', ...sizes, ...guessed, why: reasonText(why), reason: why, helps: [...helps] } };
    }
    this.#noteError(error);
    return { outcome: 'error', notice: noticeOf(error, this.#dependencies.ports.clock.now()) };
  }

  #noteRun({ outcome }: RunEnd): void {
    const { ports, chatId, state } = this.#dependencies;
    const at = ports.clock.now();
    const { iteration, worked, filesCreated, filesModified, commandsExecuted } = state();
    const summary = {
      toolCalls: taskCalls(state()).filter(isAnswered).length,
      filesCreated: filesCreated.length,
      filesModified: filesModified.length,
      commandsExecuted: commandsExecuted.length,
    };
    ports.telemetry.note({ type: 'run', at, chatId, outcome, steps: iteration, durationMs: workedTime(worked, at), summary });
  }

  #noteGuard(guard: string, message: string): void {
    const { ports, chatId } = this.#dependencies;
    ports.telemetry.note({ type: 'guard', at: ports.clock.now(), chatId, guard, message });
  }

  #noteError(error: unknown): void {
    const { ports, chatId } = this.#dependencies;
    const message = errorMessage(error);
    ports.telemetry.note({ type: 'error', at: ports.clock.now(), chatId, where: 'run', message });
  }
}

/** Returns how a run ends whose last answer was unusable: it was cut off, or contained calls written as text. */
function endOfStep(ended: Exclude<StepEnd, 'answered' | 'told'>): RunEnd {
  if (ended === 'printed-call') return { outcome: 'waiting_for_user', notice: { type: 'model-stopped', by: ended } };
  return { outcome: 'completed', notice: { type: 'cut-answer', by: ended } };
}

/** Returns the event that starts a run. */
export function runStarted(maxIterations: number, driver: RunDriver, isBeside: boolean): JournalEvent {
  return { type: 'run-started', maxIterations, ...(driver === 'program' ? { by: driver } : {}), ...(isBeside ? { isBeside } : {}) };
}

/** Returns the notice that the user sees for an error. */
export function noticeOf(error: unknown, now: number): SessionNotice {
  const message = errorMessage(error);
  const kind = failureKindOf(error);
  if (kind === null) return { type: 'error', message, isRetryable: true };
  const { retryAfterMs: wait = null, reason } = error instanceof StepTransportError || error instanceof StepFailedError ? error : {};
  return {
    type: 'step-failed',
    kind,
    message,
    ...(reason === undefined ? {} : { reason }),
    ...(wait === null ? {} : { retryAt: now + wait }),
  };
}

/** Returns null if it was not a model step that failed. */
function failureKindOf(error: unknown): FailureKind | null {
  if (error instanceof StepTransportError) return error.kind;
  return error instanceof StepFailedError && error.failure !== 'asked-again' ? error.failure : null;
}

function cancelMessage(isStop: boolean, status: ToolCall['status']): string {
  if (status === 'executing') {
    return isStop
      ? 'cancelled: the user stopped it while it ran. Part of it may have taken effect; check before relying on it.'
      : 'cancelled: interrupted. Part of it may have taken effect; check before relying on it.';
  }
  return isStop ? 'cancelled: the user stopped the run before this was done.' : 'cancelled: interrupted before this was done.';
}
