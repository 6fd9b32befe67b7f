import type { JsonValue, MessagePart, ProviderMetadata, TokenUsage } from '../protocol/message.ts';
import { type StreamPart, stepMetadataSchema, streamPartSchema } from '../protocol/stream-part.ts';
import type { LivePart } from './conversation-state.ts';
import { StepFailedError, StoppedError } from './errors.ts';
import { EventStreamReader } from './event-stream-reader.ts';
import { IncrementalJsonReader } from './incremental-json-reader.ts';

/** One model step, read to its end. */
export interface TurnResult {
  parts: MessagePart[];
  finishReason: string;
  usage: TokenUsage;
}

/** Reads the stream of one answer. */
export interface AnswerReader {
  push(bytes: Uint8Array): void;
  /** May be called at any time, best once a frame. */
  liveParts(): LivePart[];
  /** Call when the stream has ended. Throws a `StepFailedError` for what looks like an end and is none. */
  end(): TurnResult;
  /** What has come, for the eye. */
  textParts(): MessagePart[];
}

type WithMetadata = { providerMetadata: ProviderMetadata | undefined };
type TextSlot = WithMetadata & { type: 'text' | 'reasoning'; id: string; text: string };
type ToolSlot = WithMetadata & {
  type: 'tool';
  toolCallId: string;
  toolName: string;
  reader: IncrementalJsonReader;
  /** Set when the whole input has come. */
  input: { value: JsonValue } | null;
};
type Slot = TextSlot | ToolSlot;

/**
 * Turns the bytes of a UI message stream into the parts of one step, in one pass: work grows with the length of the stream and
 * nothing is told per delta. `liveParts()` may be called at any time, best once a frame.
 */
export class TurnReader implements AnswerReader {
  readonly #slots: Slot[] = [];
  readonly #openTexts = new Map<string, TextSlot>();
  readonly #tools = new Map<string, ToolSlot>();
  readonly #events = new EventStreamReader((data) => this.#readData(data));
  #finishReason: string | null = null;
  #usage: TokenUsage = {};

  push(bytes: Uint8Array): void {
    this.#events.push(bytes);
  }

  liveParts(): LivePart[] {
    return this.#slots.map((slot) => {
      if (slot.type !== 'tool') return { type: slot.type, id: slot.id, text: slot.text };
      const fields = Object.fromEntries(slot.reader.fields);
      return { type: 'tool-input', toolCallId: slot.toolCallId, toolName: slot.toolName, fields, isComplete: slot.input !== null };
    });
  }

  /** Call when the stream has ended. Throws a `StepFailedError` for what looks like an end and is none. */
  end(): TurnResult {
    this.#events.end();
    const finishReason = this.#finishReason;
    if (finishReason === null) throw this.#failed('The answer was cut off before its end.');
    const hasContent = this.#slots.some((slot) => slot.type === 'tool' || (slot.type === 'text' && slot.text.trim() !== ''));
    if (finishReason === 'error') throw this.#failed('The model reported an error.');
    if (finishReason === 'content-filter' && !hasContent) throw this.#failed("The provider's filter withheld the answer.", false);
    if (!hasContent && finishReason !== 'stop') throw this.#failed(`The model gave no answer (it ended with "${finishReason}").`);
    return { parts: this.#parts(finishReason), finishReason, usage: this.#usage };
  }

  /** What has come, as an error that keeps it for the eye. Calls are left out: nobody will answer them. */
  #failed(message: string, isRetryable = true): StepFailedError {
    return new StepFailedError(message, this.textParts(), isRetryable);
  }

  textParts(): MessagePart[] {
    return this.#slots.flatMap((slot) => (slot.type === 'tool' || slot.text === '' ? [] : [textPart(slot)]));
  }

  #parts(finishReason: string): MessagePart[] {
    const last = this.#slots.at(-1);
    return this.#slots.flatMap((slot): MessagePart[] => {
      if (slot.type === 'tool') return [toolPart(slot, finishReason === 'length' && slot === last)];
      // Empty reasoning may carry a signature that the provider wants back.
      return slot.text === '' && slot.providerMetadata === undefined ? [] : [textPart(slot)];
    });
  }

  #readData(data: string): void {
    if (data === '[DONE]') return;
    let value: unknown;
    try {
      value = JSON.parse(data);
    } catch {
      throw this.#failed('The answer could not be understood: it is not a UI message stream.');
    }
    const parsed = streamPartSchema.safeParse(value);
    // A part this page does not know comes from a newer server and is passed over.
    if (parsed.success) this.#readPart(parsed.data);
  }

  #readPart(part: StreamPart): void {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
        this.#openText(part.type === 'text-start' ? 'text' : 'reasoning', part.id, part.providerMetadata);
        return;
      case 'text-delta':
      case 'reasoning-delta': {
        const type = part.type === 'text-delta' ? 'text' : 'reasoning';
        const slot = this.#openTexts.get(`${type} ${part.id}`) ?? this.#openText(type, part.id, undefined);
        slot.text += part.delta;
        if (part.providerMetadata !== undefined) slot.providerMetadata = part.providerMetadata;
        return;
      }
      case 'text-end':
      case 'reasoning-end': {
        const key = `${part.type === 'text-end' ? 'text' : 'reasoning'} ${part.id}`;
        const slot = this.#openTexts.get(key);
        if (slot !== undefined && part.providerMetadata !== undefined) slot.providerMetadata = part.providerMetadata;
        this.#openTexts.delete(key);
        return;
      }
      case 'tool-input-start':
        this.#openTool(part.toolCallId, part.toolName);
        return;
      case 'tool-input-delta':
        this.#tools.get(part.toolCallId)?.reader.push(part.inputTextDelta);
        return;
      case 'tool-input-available':
      // Bad arguments and unknown names become calls as well: the scheduler answers them with errors the model can act on.
      case 'tool-input-error':
        this.#completeTool(part);
        return;
      case 'message-metadata':
        this.#readMetadata(part.messageMetadata);
        return;
      case 'finish':
        this.#finishReason = part.finishReason ?? 'other';
        this.#readMetadata(part.messageMetadata);
        return;
      case 'error':
        throw this.#failed(part.errorText === '' ? 'The model reported an error.' : part.errorText);
      case 'abort':
        throw this.#failed(`The server gave up on the answer${part.reason === undefined ? '' : `: ${part.reason}`}.`);
      case 'start':
      case 'start-step':
      case 'finish-step':
      case 'tool-output-error':
        return;
    }
  }

  #openText(type: 'text' | 'reasoning', id: string, providerMetadata: ProviderMetadata | undefined): TextSlot {
    const slot: TextSlot = { type, id, text: '', providerMetadata };
    this.#slots.push(slot);
    this.#openTexts.set(`${type} ${id}`, slot);
    return slot;
  }

  #openTool(toolCallId: string, toolName: string): ToolSlot {
    const slot: ToolSlot = {
      type: 'tool',
      toolCallId,
      toolName,
      reader: new IncrementalJsonReader(),
      input: null,
      providerMetadata: undefined,
    };
    this.#slots.push(slot);
    this.#tools.set(toolCallId, slot);
    return slot;
  }

  #completeTool(part: Extract<StreamPart, { type: 'tool-input-available' | 'tool-input-error' }>): void {
    const open = this.#tools.get(part.toolCallId);
    const slot = open === undefined || open.input !== null ? this.#openTool(part.toolCallId, part.toolName) : open;
    slot.toolName = part.toolName;
    slot.input = { value: part.input };
    slot.providerMetadata = part.providerMetadata;
  }

  #readMetadata(metadata: unknown): void {
    const parsed = stepMetadataSchema.safeParse(metadata);
    const usage = parsed.success ? parsed.data.usage : undefined;
    if (usage === undefined) return;
    this.#usage = { ...count('inputTokens', usage.inputTokens), ...count('outputTokens', usage.outputTokens) };
  }
}

/** Reads a whole stream. Rejects with a `StepFailedError`, or with a `StoppedError` as soon as the signal aborts. */
export async function readTurn(
  stream: ReadableStream<Uint8Array>,
  turn: AnswerReader,
  options: { signal: AbortSignal; onProgress: () => void },
): Promise<TurnResult> {
  const reader = stream.getReader();
  const onAbort = () => void reader.cancel().catch(() => undefined);
  options.signal.addEventListener('abort', onAbort);
  try {
    for (;;) {
      if (options.signal.aborted) throw new StoppedError();
      const { done, value } = await reader.read();
      if (options.signal.aborted) throw new StoppedError();
      if (done) break;
      turn.push(value);
      options.onProgress();
    }
    return turn.end();
  } catch (error) {
    if (error instanceof StepFailedError || error instanceof StoppedError) throw error;
    if (options.signal.aborted) throw new StoppedError();
    throw new StepFailedError('The connection was lost in the middle of the answer.', turn.textParts());
  } finally {
    options.signal.removeEventListener('abort', onAbort);
    // Ends what still comes after a failure; without effect on a stream that has ended.
    void reader.cancel().catch(() => undefined);
  }
}

function textPart(slot: TextSlot): MessagePart {
  return { type: slot.type, text: slot.text, ...(slot.providerMetadata === undefined ? {} : { providerMetadata: slot.providerMetadata }) };
}

function toolPart(slot: ToolSlot, wasCut: boolean): MessagePart {
  const base = {
    type: 'dynamic-tool' as const,
    toolCallId: slot.toolCallId,
    toolName: slot.toolName,
    ...(slot.providerMetadata === undefined ? {} : { callProviderMetadata: slot.providerMetadata }),
  };
  if (slot.input !== null && !wasCut) return { ...base, state: 'input-available', input: slot.input.value };
  return { ...base, state: 'output-error', input: {}, errorText: CUT_CALL };
}

const CUT_CALL =
  'The answer reached its length limit before this call was complete, so nothing of it was done. Do it in smaller pieces: write a shorter file, or change a file with several devonz_edit_file calls.';

function count(name: 'inputTokens' | 'outputTokens', value: number | undefined): TokenUsage {
  return value === undefined || !Number.isFinite(value) || value < 0 ? {} : { [name]: Math.round(value) };
}
