import type { CallReading } from '../../protocol/call-reading.ts';
import type { ChatMode } from '../../protocol/chat-request.ts';
import { errorMessage } from '../../protocol/error-message.ts';
import { type ChatId, type StepId, stepIdSchema } from '../../protocol/ids.ts';
import type { JournalEvent } from '../../protocol/journal-event.ts';
import { remarkText } from '../../protocol/remark.ts';
import { because, reasonText } from '../../protocol/texts/reason.ts';
import { type ReceiveOptions, receiveAnswer } from '../answers/receive-answer.ts';
import { unfinishedParts } from '../answers/unfinished-parts.ts';
import { codecOf } from '../codecs/codec-list.ts';
import { createAnswerReader } from '../codecs/decoding-reader.ts';
import { PrintedCallWatch } from '../codecs/printed/printed-calls.ts';
import type { SessionEvent } from '../contract/agent-session.ts';
import type { ConversationState, LivePart } from '../contract/conversation-state.ts';
import { StepFailedError, type StepFailure, StepTransportError, StoppedError } from '../contract/errors.ts';
import type { AgentPorts, StepRequest } from '../contract/ports.ts';
import { raceStop } from '../contract/race-stop.ts';
import type { ToolRegistry } from '../contract/tool-definition.ts';
import { MAX_REISSUED_STEPS, MAX_REQUEST_ATTEMPTS, MAX_RETRY_DELAY_MS, retryDelay } from '../conversation/limits.ts';
import { offeredTools } from '../conversation/offered-tools.ts';
import { taskCalls } from '../conversation/session-facts.ts';
import type { HistoryKeeper } from '../history/history-keeper.ts';
import { readTurn } from '../stream/read-turn.ts';
import { SilenceWatch } from '../stream/silence-watch.ts';
import type { AnswerReader, TurnResult } from '../stream/turn-reader.ts';
import { CONTINUE_TEXTS, MOST_CONTINUED, unreadCallText } from './answer-remarks.ts';
import { PartialKeeper } from './partial-keeper.ts';
import { RequestNote } from './request-note.ts';
import { mayBeNetwork, RequestWaits } from './request-waits.ts';
import { mayThink } from './thinking-models.ts';

export interface ModelStepDependencies {
  chatId: ChatId;
  ports: AgentPorts;
  tools: ToolRegistry;
  history: HistoryKeeper;
  /** Returns the model that answers the next step. */
  modelId(): string;
  record(event: JournalEvent): Promise<void>;
  state(): ConversationState;
  emit(event: SessionEvent): void;
}

/**
 * `told`: the model got a remark about its answer and should continue. `printed-call`: it still writes calls as text, although it was
 * reminded. The last two: the answer was cut off.
 */
export type StepEnd = 'answered' | 'told' | 'printed-call' | 'length' | 'content-filter';

/** How often an unusable answer is requested again, by failure. */
const MOST_REISSUES: Readonly<Record<StepFailure, number>> = {
  'cut-off': MAX_REISSUED_STEPS,
  malformed: MAX_REISSUED_STEPS,
  overload: MAX_REISSUED_STEPS,
  'rate-limit': MAX_REISSUED_STEPS,
  'network-gone': MAX_REISSUED_STEPS,
  'silent-end': 1,
  'time-out': 0,
  'asked-again': 0,
  'wrong-key': 0,
  'no-quota': 0,
  'context-too-long': 0,
  'content-refused': 0,
  'unknown-model': 0,
  refused: 0,
};
/** After this many remarks in a row, the model is not corrected again. A model with function calling is corrected only once. */
const MOST_REMARKS = 2;
const MOST_PRINTED_REMARKS = 1;

/**
 * Gets one answer of the model, from the request to the journal. Requests that fail before an answer begins are retried after a pause,
 * which the server may specify; answers that break off are journalled as failed and requested again as a new step.
 */
export class ModelStep {
  readonly #dependencies: ModelStepDependencies;
  readonly #printedCalls = new PrintedCallWatch();
  readonly #waits: RequestWaits;
  #turn: AnswerReader | null = null;
  #watch: SilenceWatch | null = null;
  /** Number of remarks on consecutive answers. */
  #remarks = 0;
  /** Number of consecutive answers that had to be continued. */
  #continued = 0;

  constructor(dependencies: ModelStepDependencies) {
    this.#dependencies = dependencies;
    this.#waits = new RequestWaits(dependencies);
  }

  liveParts(): readonly LivePart[] {
    return this.#turn?.liveParts() ?? [];
  }

  /**
   * Resolves when the answer is in the journal. Rejects with a StoppedError, StepTransportError or StepFailedError after the failed step is
   * journalled. If a model keeps failing and a fallback is configured, the fallback is used for the rest of the run.
   */
  async run(mode: ChatMode, signal: AbortSignal): Promise<StepEnd> {
    for (;;) {
      try {
        return await this.#withReissues(mode, signal);
      } catch (error) {
        const fallback = this.#fallbackFor(error);
        if (fallback === null) throw error;
        await this.#switchTo(fallback, errorMessage(error));
      }
    }
  }

  async #withReissues(mode: ChatMode, signal: AbortSignal): Promise<StepEnd> {
    const reissued = new Map<string, number>();
    for (;;) {
      try {
        return await this.#once(mode, signal);
      } catch (error) {
        const kind = error instanceof StepFailedError ? error.failure : 'refused';
        // The user has waited long enough.
        if (kind === 'asked-again') continue;
        if (error instanceof StepFailedError && (await this.#waitsForNetwork(error, signal))) continue;
        if (await this.#leavesOut(error)) continue;
        const times = (reissued.get(kind) ?? 0) + 1;
        reissued.set(kind, times);
        if (times <= MAX_REISSUED_STEPS && (await this.#toldOfUnreadCall(error))) continue;
        const isNew = times <= MAX_REISSUED_STEPS;
        if (
          isNew &&
          (error instanceof StepTransportError || error instanceof StepFailedError) &&
          this.#dependencies.history.learnsFrom(error, this.#dependencies.modelId())
        )
          continue;
        if (!(error instanceof StepFailedError) || times > MOST_REISSUES[error.failure]) throw error;
        const delay = retryDelay(times, error.retryAfterMs);
        if (delay > MAX_RETRY_DELAY_MS) throw error;
        const { failure, message, reason } = error;
        await this.#waits.pause({ attempt: times, delayMs: delay, kind: failure, message, reason }, signal);
      }
    }
  }

  /**
   * Returns true if the refused part is omitted from now on. This cannot repeat for a request, since the request without it is different.
   */
  async #leavesOut(error: unknown): Promise<boolean> {
    if (!(error instanceof StepTransportError || error instanceof StepFailedError) || error.about === undefined) return false;
    if (!this.#dependencies.history.wouldLeaveOut(error.about)) return false;
    const { message, about: left } = error;
    await this.#dependencies.record({ type: 'part-left-out', modelId: this.#dependencies.modelId(), left, message });
    return true;
  }

  /** If the error is a call that could not be parsed, sends its text back to the model and returns true. */
  async #toldOfUnreadCall(error: unknown): Promise<boolean> {
    if (!(error instanceof StepTransportError || error instanceof StepFailedError) || error.unreadCall === undefined) return false;
    await this.#tell(unreadCallText(error.unreadCall));
    return true;
  }

  async #tell(text: string): Promise<void> {
    const { record, ports } = this.#dependencies;
    await record({ type: 'guard-remark', messageId: ports.ids.next(), text: remarkText(text) });
  }

  /** Returns true if the network was down and is back. */
  async #waitsForNetwork(error: StepFailedError | StepTransportError, signal: AbortSignal): Promise<boolean> {
    const { message, reason } = error;
    return mayBeNetwork(error) && (await this.#waits.forNetwork({ message, reason, modelId: this.#dependencies.modelId() }, signal));
  }

  /** Returns the model to ask. If the network was down at startup, the models are unknown: waits for them before the request names one. */
  async #modelToAsk(signal: AbortSignal): Promise<string> {
    const reason = because('Which models there are is not known yet.');
    const message = reasonText(reason);
    for (;;) {
      const modelId = this.#dependencies.modelId();
      if (modelId !== '' || !(await this.#waits.forNetwork({ message, reason, modelId }, signal))) return modelId;
    }
  }

  /** Returns the model that may take over after this failure; null if another model cannot help or there is none. */
  #fallbackFor(error: unknown): string | null {
    const isWorthIt = (error instanceof StepTransportError || error instanceof StepFailedError) && error.isRetryable;
    const { fallbackModelId } = this.#dependencies.ports.settings.current();
    return isWorthIt && fallbackModelId !== '' && fallbackModelId !== this.#dependencies.modelId() ? fallbackModelId : null;
  }

  async #switchTo(modelId: string, message: string): Promise<void> {
    const reason = `${this.#dependencies.modelId()} kept failing: ${message}`;
    await this.#dependencies.record({ type: 'model-switched', modelId, reason });
  }

  /** Resends a request that receives no data, or ends the pause before one. Returns false if neither is the case. */
  askAgain(): boolean {
    return this.#waits.skip() || (this.#watch?.askAgain() ?? false);
  }

  async #once(mode: ChatMode, signal: AbortSignal): Promise<StepEnd> {
    const { record, ports, history } = this.#dependencies;
    const stepId = stepIdSchema.parse(ports.ids.next());
    const modelId = await this.#modelToAsk(signal);
    const context = await history.fit(mode, modelId, signal);
    const prompt = history.unkeptPrompt();
    await record({ type: 'step-started', stepId, modelId, ...(prompt === null ? {} : { prompt }) });
    const turn = this.#reader(mode, modelId);
    const request = new RequestNote({ ...this.#dependencies, modelId, mode });
    const watch = this.#watchFor(modelId, turn, signal);
    const partial = new PartialKeeper(ports, stepId, turn);
    this.#watch = watch;
    try {
      const stream = await this.#open(history.request(mode, modelId, context), watch);
      this.#turn = turn;
      const result = await readTurn(stream, turn, { signal: watch.signal, onProgress: this.#onProgress(turn, watch, request, partial) });
      watch.rest();
      partial.rest();
      const end = await this.#finish(stepId, result);
      request.finished(result);
      history.answered(result.usage);
      this.#watchPrintedCalls(mode, modelId, result);
      return end;
    } catch (caught) {
      watch.rest();
      partial.rest();
      const error = watch.causeOf(caught, turn.textParts());
      request.failed(error);
      await record({
        type: 'step-failed',
        stepId,
        message: errorMessage(error),
        parts: unfinishedParts(turn.liveParts(), stepId),
      });
      throw error;
    } finally {
      this.#watch = null;
      this.#turn = null;
      this.#dependencies.emit({ type: 'live' });
    }
  }

  #watchFor(modelId: string, turn: AnswerReader, stop: AbortSignal): SilenceWatch {
    const { ports, state, emit } = this.#dependencies;
    const longestSilence = () => {
      const { minutes, thinkingMinutes } = ports.settings.current().silence;
      const thinks = turn.isThinking() || mayThink(modelId, state().messages);
      return 60_000 * (thinks ? Math.max(minutes, thinkingMinutes) : minutes);
    };
    return new SilenceWatch({ clock: ports.clock, stop, longestSilence, onChange: (silence) => emit({ type: 'silence', silence }) });
  }

  #onProgress(turn: AnswerReader, watch: SilenceWatch, request: RequestNote, partial: PartialKeeper): () => void {
    let received = 0;
    return () => {
      if (turn.received() === received) return;
      received = turn.received();
      watch.dataCame();
      request.firstByte();
      partial.dataCame();
      this.#dependencies.emit({ type: 'live' });
    };
  }

  #reader(mode: ChatMode, modelId: string): AnswerReader {
    const { ports, tools, state } = this.#dependencies;
    const { messages } = state();
    const settings = ports.settings.current();
    return createAnswerReader({
      mode,
      modelId,
      messages,
      tools: tools.tools,
      settings,
      nextId: () => ports.ids.next(),
      now: () => ports.clock.now(),
    });
  }

  #watchPrintedCalls(mode: ChatMode, modelId: string, { parts, isPrintedCall }: TurnResult): void {
    const { ports, tools } = this.#dependencies;
    if (codecOf(modelId, ports.settings.current()).name !== 'native') return;
    const codec = this.#printedCalls.see(modelId, parts, offeredTools(tools.tools, mode), isPrintedCall === true);
    if (codec !== null) this.#dependencies.emit({ type: 'codec-suggested', modelId, codec });
  }

  async #finish(stepId: StepId, result: TurnResult): Promise<StepEnd> {
    const { record, state } = this.#dependencies;
    const { finishReason, usage, remark } = result;
    const readings: CallReading[] = [];
    const parts = receiveAnswer(result.parts, { ...this.#receiving(), onReading: (reading) => readings.push(reading) });
    // A wordless "done" is an answer only if work has been done.
    const hasWorked = taskCalls(state()).some((call) => call.status === 'success');
    if (result.isSilentEnd === true && !hasWorked) throw new StepFailedError(because('The model answered nothing.'), parts, 'silent-end');
    const read = readings.length === 0 ? {} : { readings };
    await record({ type: 'step-finished', stepId, parts, finishReason, usage, ...read });
    if (result.ending !== undefined && this.#continued++ < MOST_CONTINUED[result.ending]) {
      if (result.ending === 'window-full') this.#dependencies.history.windowWasFull(this.#dependencies.modelId(), usage);
      await this.#tell(CONTINUE_TEXTS[result.ending]);
      return 'told';
    }
    if (result.ending === undefined) this.#continued = 0;
    if (remark !== undefined) return this.#correct(remark, result.isPrintedCall === true ? MOST_PRINTED_REMARKS : MOST_REMARKS);
    this.#remarks = 0;
    return finishReason === 'length' || finishReason === 'content-filter' ? finishReason : 'answered';
  }

  /** Tells the model what was wrong with its answer, at most `most` times in a row. */
  async #correct(remark: string, most: number): Promise<StepEnd> {
    if (this.#remarks >= most) {
      this.#remarks = 0;
      return 'printed-call';
    }
    this.#remarks++;
    await this.#tell(remark);
    return 'told';
  }

  #receiving(): ReceiveOptions {
    const { ports, tools, state } = this.#dependencies;
    const { toolCalls, startedCalls, versions } = state();
    // Includes ids from earlier versions of the conversation: a call counts as started by its id, and must not run twice.
    const taken = [...toolCalls.keys(), ...startedCalls, ...versions.flatMap(({ kept }) => [...kept.toolCalls.keys()])];
    return { tools: tools.tools, taken, nextId: () => ports.ids.next() };
  }

  async #open(request: StepRequest, watch: SilenceWatch): Promise<ReadableStream<Uint8Array>> {
    const { signal } = watch;
    for (let attempt = 1; ; attempt++) {
      if (signal.aborted) throw new StoppedError();
      watch.start();
      try {
        return await raceStop(this.#dependencies.ports.transport.open(request, signal), signal);
      } catch (error) {
        if (signal.aborted) throw new StoppedError();
        watch.rest();
        if (!(error instanceof StepTransportError)) throw error;
        if (await this.#waitsForNetwork(error, signal)) {
          attempt = 0;
          continue;
        }
        const delayMs = retryDelay(attempt, error.retryAfterMs);
        // The same request would be refused again, and the cause is known.
        if (error.about !== undefined || error.unreadCall !== undefined) throw error;
        if (!error.isRetryable || attempt >= MAX_REQUEST_ATTEMPTS || delayMs > MAX_RETRY_DELAY_MS) throw error;
        const { kind, message, reason } = error;
        await this.#waits.pause({ attempt, delayMs, kind, message, reason }, signal);
      }
    }
  }
}
