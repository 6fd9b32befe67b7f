import type { ChatMode } from '../protocol/chat-request.ts';
import { type StepId, stepIdSchema } from '../protocol/ids.ts';
import type { JournalEvent } from '../protocol/journal-event.ts';
import type { MessagePart } from '../protocol/message.ts';
import type { SessionEvent } from './agent-session.ts';
import { createAnswerReader } from './codecs/decoding-reader.ts';
import type { ConversationState, LivePart } from './conversation-state.ts';
import { StepFailedError, StepTransportError, StoppedError } from './errors.ts';
import type { HistoryKeeper } from './history/history-keeper.ts';
import { MAX_REISSUED_STEPS, MAX_REQUEST_ATTEMPTS, MAX_RETRY_DELAY_MS, retryDelay } from './limits.ts';
import type { AgentPorts, StepRequest } from './ports.ts';
import { raceStop } from './race-stop.ts';
import type { ToolRegistry } from './tool-definition.ts';
import { type AnswerReader, readTurn, type TurnResult } from './turn-reader.ts';

export interface ModelStepParts {
  ports: AgentPorts;
  tools: ToolRegistry;
  history: HistoryKeeper;
  modelId(): string;
  record(event: JournalEvent): Promise<void>;
  state(): ConversationState;
  emit(event: SessionEvent): void;
}

/**
 * One answer of the model, from the request to the journal. Requests that fail before they are answered are sent again after a
 * pause; answers that break off are journalled as failed and asked for anew as a new step.
 */
export class ModelStep {
  readonly #parts: ModelStepParts;
  #turn: AnswerReader | null = null;

  constructor(parts: ModelStepParts) {
    this.#parts = parts;
  }

  liveParts(): readonly LivePart[] {
    return this.#turn?.liveParts() ?? [];
  }

  /** Resolves when the answer is in the journal. Rejects with a StoppedError, StepTransportError or StepFailedError, the failed step journalled. */
  async run(mode: ChatMode, signal: AbortSignal): Promise<void> {
    for (let reissued = 0; ; reissued++) {
      try {
        return await this.#once(mode, signal);
      } catch (error) {
        if (!(error instanceof StepFailedError) || !error.isRetryable || reissued >= MAX_REISSUED_STEPS) throw error;
        await this.#pause(reissued + 1, retryDelay(reissued + 1, null), error.message, signal);
      }
    }
  }

  async #once(mode: ChatMode, signal: AbortSignal): Promise<void> {
    const { record, ports, history } = this.#parts;
    const stepId = stepIdSchema.parse(ports.ids.next());
    const modelId = this.#parts.modelId();
    const context = await history.fit(mode, modelId, signal);
    await record({ type: 'step-started', stepId, modelId });
    const turn = this.#reader(mode, modelId);
    try {
      const stream = await this.#open(history.request(mode, modelId, context), signal);
      this.#turn = turn;
      const result = await readTurn(stream, turn, { signal, onProgress: () => this.#parts.emit({ type: 'live' }) });
      history.answered(result.usage);
      await this.#finish(stepId, result);
    } catch (error) {
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
    this.#parts.emit({ type: 'retrying', attempt, delayMs, message });
    await this.#parts.ports.clock.sleep(delayMs, signal);
    if (signal.aborted) throw new StoppedError();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
