import type { ChatMode } from '../protocol/chat-request.ts';
import { type ChatId, type StepId, stepIdSchema } from '../protocol/ids.ts';
import type { JournalEvent } from '../protocol/journal-event.ts';
import type { MessagePart } from '../protocol/message.ts';
import type { SessionEvent } from './agent-session.ts';
import { codecOf } from './codecs/codec-list.ts';
import { createAnswerReader } from './codecs/decoding-reader.ts';
import { PrintedCallWatch } from './codecs/printed-calls.ts';
import type { ConversationState, LivePart } from './conversation-state.ts';
import { StepFailedError, StepTransportError, StoppedError } from './errors.ts';
import type { HistoryKeeper } from './history/history-keeper.ts';
import { MAX_REISSUED_STEPS, MAX_REQUEST_ATTEMPTS, MAX_RETRY_DELAY_MS, retryDelay } from './limits.ts';
import { offeredTools } from './offered-tools.ts';
import type { AgentPorts, StepRequest } from './ports.ts';
import { raceStop } from './race-stop.ts';
import { RequestNote } from './request-note.ts';
import type { ToolRegistry } from './tool-definition.ts';
import { type AnswerReader, readTurn, type TurnResult } from './turn-reader.ts';

export interface ModelStepParts {
  chatId: ChatId;
  ports: AgentPorts;
  tools: ToolRegistry;
  history: HistoryKeeper;
  /** Which model answers the next step. */
  modelId(): string;
  record(event: JournalEvent): Promise<void>;
  state(): ConversationState;
  emit(event: SessionEvent): void;
}

/**
 * One answer of the model, from the request to the journal. Requests that fail before they are answered are sent again after a
 * pause the server may name; answers that break off are journalled as failed and asked for anew as a new step.
 */
export class ModelStep {
  readonly #parts: ModelStepParts;
  readonly #printedCalls = new PrintedCallWatch();
  #turn: AnswerReader | null = null;

  constructor(parts: ModelStepParts) {
    this.#parts = parts;
  }

  liveParts(): readonly LivePart[] {
    return this.#turn?.liveParts() ?? [];
  }

  /**
   * Resolves when the answer is in the journal. Rejects with a StoppedError, StepTransportError or StepFailedError, the failed step
   * journalled. When a model keeps failing and another is named for that, that one is asked for the rest of the run (D3).
   */
  async run(mode: ChatMode, signal: AbortSignal): Promise<void> {
    for (;;) {
      try {
        return await this.#withReissues(mode, signal);
      } catch (error) {
        const fallback = this.#fallbackFor(error);
        if (fallback === null) throw error;
        await this.#switchTo(fallback, messageOf(error));
      }
    }
  }

  async #withReissues(mode: ChatMode, signal: AbortSignal): Promise<void> {
    for (let reissued = 0; ; reissued++) {
      try {
        return await this.#once(mode, signal);
      } catch (error) {
        if (reissued >= MAX_REISSUED_STEPS) throw error;
        if (error instanceof StepTransportError && this.#parts.history.learnsFrom(error.message, this.#parts.modelId())) continue;
        if (!(error instanceof StepFailedError) || !error.isRetryable) throw error;
        await this.#pause(reissued + 1, retryDelay(reissued + 1, null), error.message, signal);
      }
    }
  }

  /** The model that may take over after this failure; null when asking another cannot help, or there is no other. */
  #fallbackFor(error: unknown): string | null {
    const isWorthIt = (error instanceof StepTransportError || error instanceof StepFailedError) && error.isRetryable;
    const { fallbackModelId } = this.#parts.ports.settings.current();
    return isWorthIt && fallbackModelId !== '' && fallbackModelId !== this.#parts.modelId() ? fallbackModelId : null;
  }

  async #switchTo(modelId: string, message: string): Promise<void> {
    const reason = `${this.#parts.modelId()} kept failing: ${message}`;
    await this.#parts.record({ type: 'model-switched', modelId, reason });
    this.#parts.emit({ type: 'model-switched', modelId, reason });
  }

  async #once(mode: ChatMode, signal: AbortSignal): Promise<void> {
    const { record, ports, history } = this.#parts;
    const stepId = stepIdSchema.parse(ports.ids.next());
    const modelId = this.#parts.modelId();
    const context = await history.fit(mode, modelId, signal);
    await record({ type: 'step-started', stepId, modelId });
    const turn = this.#reader(mode, modelId);
    const request = new RequestNote({ ...this.#parts, modelId, mode });
    try {
      const stream = await this.#open(history.request(mode, modelId, context), signal);
      this.#turn = turn;
      const onProgress = () => {
        request.firstByte();
        this.#parts.emit({ type: 'live' });
      };
      const result = await readTurn(stream, turn, { signal, onProgress });
      request.finished(result);
      history.answered(result.usage);
      await this.#finish(stepId, result);
      this.#watchPrintedCalls(mode, modelId, result.parts);
    } catch (error) {
      request.failed(error);
      await record({ type: 'step-failed', stepId, message: messageOf(error), parts: turn.textParts() });
      throw error;
    } finally {
      this.#turn = null;
      this.#parts.emit({ type: 'live' });
    }
  }

  #reader(mode: ChatMode, modelId: string): AnswerReader {
    const { ports, tools, state } = this.#parts;
    const { messages } = state();
    const settings = ports.settings.current();
    return createAnswerReader({ mode, modelId, messages, tools: tools.tools, settings, nextId: () => ports.ids.next() });
  }

  #watchPrintedCalls(mode: ChatMode, modelId: string, parts: readonly MessagePart[]): void {
    const { ports, tools } = this.#parts;
    if (codecOf(modelId, ports.settings.current()).name !== 'native') return;
    const codec = this.#printedCalls.see(modelId, parts, offeredTools(tools.tools, mode));
    if (codec !== null) this.#parts.emit({ type: 'codec-suggested', modelId, codec });
  }

  async #finish(stepId: StepId, result: TurnResult): Promise<void> {
    const parts = this.#withUniqueCalls(result.parts);
    await this.#parts.record({ type: 'step-finished', stepId, parts, finishReason: result.finishReason, usage: result.usage });
  }

  /** Some providers count their calls anew in every step; ids must be unique in a chat. */
  #withUniqueCalls(parts: readonly MessagePart[]): MessagePart[] {
    const taken = new Set(this.#parts.state().toolCalls.keys());
    return parts.map((part) => {
      if (part.type !== 'dynamic-tool') return part;
      const toolCallId = taken.has(part.toolCallId) ? this.#parts.ports.ids.next() : part.toolCallId;
      taken.add(toolCallId);
      return toolCallId === part.toolCallId ? part : { ...part, toolCallId };
    });
  }

  async #open(request: StepRequest, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    for (let attempt = 1; ; attempt++) {
      if (signal.aborted) throw new StoppedError();
      try {
        return await raceStop(this.#parts.ports.transport.open(request, signal), signal);
      } catch (error) {
        if (signal.aborted) throw new StoppedError();
        const isWorthIt = error instanceof StepTransportError && error.isRetryable && attempt < MAX_REQUEST_ATTEMPTS;
        if (!isWorthIt || retryDelay(attempt, error.retryAfterMs) > MAX_RETRY_DELAY_MS) throw error;
        await this.#pause(attempt, retryDelay(attempt, error.retryAfterMs), error.message, signal);
      }
    }
  }

  async #pause(attempt: number, delayMs: number, message: string, signal: AbortSignal): Promise<void> {
    const { chatId, ports, emit } = this.#parts;
    emit({ type: 'retrying', attempt, delayMs, message });
    ports.telemetry.note({ type: 'retry', at: ports.clock.now(), chatId, attempt, delayMs, message });
    await ports.clock.sleep(delayMs, signal);
    if (signal.aborted) throw new StoppedError();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
