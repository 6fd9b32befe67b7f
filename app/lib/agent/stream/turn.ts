import { errorMessage } from '../../protocol/error-message.ts';
import type { JsonValue, TokenUsage } from '../../protocol/message.ts';
import type { LivePart } from '../contract/conversation-state.ts';
import { StepFailedError, StepTransportError } from '../contract/errors.ts';
import type { StepRequest, StepTransport } from '../contract/ports.ts';
import { raceStop } from '../contract/race-stop.ts';
import { EventStreamReader } from './event-stream-reader.ts';
import { TurnReader } from './turn-reader.ts';

export interface ToolCallRequest {
  callId: string;
  name: string;
  args: JsonValue;
}

/** An event within one answer of a model. Content and Thought hold the text since the last event of their type. */
export type TurnEvent =
  | { type: 'Content'; value: string }
  | { type: 'Thought'; value: string }
  | { type: 'ToolCallRequest'; value: ToolCallRequest }
  | { type: 'Finished'; value: { reason: string; usage: TokenUsage } }
  | { type: 'Error'; value: { message: string; isRetryable: boolean } };

/** Maximum number of newest responses kept: an answer in tiny pieces must not fill the memory. */
const MOST_DEBUG_RESPONSES = 10_000;

/**
 * One answer of a model as typed events, for programs that embed the core; the session itself reads answers through `ModelStep`. It
 * requests tool calls but runs none. The last event is Finished or Error; `run` itself never rejects.
 */
export class Turn {
  /** The raw events from the server. */
  readonly debugResponses: JsonValue[] = [];
  /** The requested calls, in order. */
  readonly pendingToolCalls: ToolCallRequest[] = [];
  readonly #transport: StepTransport;
  readonly #told = new Map<string, number>();

  constructor(transport: StepTransport) {
    this.#transport = transport;
  }

  async *run(request: StepRequest, signal: AbortSignal): AsyncGenerator<TurnEvent, void, void> {
    try {
      yield* this.#read(await raceStop(this.#transport.open(request, signal), signal), signal);
    } catch (error) {
      const isKnown = error instanceof StepTransportError || error instanceof StepFailedError;
      yield { type: 'Error', value: { message: errorMessage(error), isRetryable: isKnown ? error.isRetryable : true } };
    }
  }

  async *#read(stream: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<TurnEvent, void, void> {
    const turn = new TurnReader();
    const raw = new EventStreamReader((data) => this.#keep(data));
    const reader = stream.getReader();
    try {
      for (;;) {
        const { done, value } = await raceStop(reader.read(), signal);
        if (done) break;
        raw.push(value);
        turn.push(value);
        yield* this.#news(turn.liveParts());
      }
      raw.end();
      const { parts, finishReason, usage } = turn.end();
      yield* this.#news(turn.liveParts());
      for (const part of parts) {
        if (part.type !== 'dynamic-tool' || part.state !== 'input-available') continue;
        const call = { callId: part.toolCallId, name: part.toolName, args: part.input };
        this.pendingToolCalls.push(call);
        yield { type: 'ToolCallRequest', value: call };
      }
      yield { type: 'Finished', value: { reason: finishReason, usage } };
    } finally {
      // Cancels the rest of the stream after a stop; no effect on a stream that has ended.
      void reader.cancel().catch(() => undefined);
    }
  }

  *#news(parts: readonly LivePart[]): Generator<TurnEvent, void, void> {
    for (const [index, part] of parts.entries()) {
      if (part.type === 'tool-input') continue;
      const key = `${index} ${part.id}`;
      const value = part.text.slice(this.#told.get(key) ?? 0);
      this.#told.set(key, part.text.length);
      if (value !== '') yield { type: part.type === 'text' ? 'Content' : 'Thought', value };
    }
  }

  #keep(data: string): void {
    this.debugResponses.push(jsonOf(data));
    if (this.debugResponses.length > MOST_DEBUG_RESPONSES) this.debugResponses.shift();
  }
}

function jsonOf(data: string): JsonValue {
  try {
    // JSON.parse returns JSON.
    return JSON.parse(data) as JsonValue;
  } catch {
    return data;
  }
}
