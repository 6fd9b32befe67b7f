import { isJsonValue, toJsonValue } from '../../protocol/json-value.ts';
import type { JsonValue, MessagePart, ProviderMetadata, TokenUsage } from '../../protocol/message.ts';
import type { StreamFailure } from '../../protocol/models/failure-kind.ts';
import { definedCounts } from '../../protocol/models/token-counts.ts';
import { type StepEnding, type StreamPart, stepMetadataSchema, streamPartSchema } from '../../protocol/stream-part.ts';
import { because, type Reason } from '../../protocol/texts/reason.ts';
import { answerFailure } from '../answers/answer-failure.ts';
import { DEEPEST_ARGUMENTS } from '../answers/call-arguments.ts';
import { CUT_CALL_MESSAGE } from '../answers/cut-call-message.ts';
import { receivedName } from '../answers/received-name.ts';
import type { LivePart } from '../contract/conversation-state.ts';
import { StepFailedError, type StepFailure } from '../contract/errors.ts';
import { EventStreamReader } from './event-stream-reader.ts';
import { IncrementalJsonReader } from './incremental-json-reader.ts';

/** One complete model step. */
export interface TurnResult {
  parts: MessagePart[];
  finishReason: string;
  usage: TokenUsage;
  /** Set if the answer is not really finished, although it looks so. */
  ending?: StepEnding;
  /** The answer explicitly ends without text: the work is done. */
  isSilentEnd?: boolean;
  /** A message for the model before it continues, because its answer was not what it intended. */
  remark?: string;
  /** The answer prints a call that was not made: as the last answer, it would make the task look completed with nothing done. */
  isPrintedCall?: boolean;
}

export interface AnswerReader {
  push(bytes: Uint8Array): void;
  /** May be called at any time, ideally once per frame. */
  liveParts(): LivePart[];
  /** Call when the stream has ended. Throws a `StepFailedError` if the answer is not valid after all. */
  end(): TurnResult;
  /** Returns the text and reasoning so far, for display. */
  textParts(): MessagePart[];
  /** Returns a measure that grows with every piece of data, except keep-alive comments and empty deltas. */
  received(): number;
  /** Returns true while reasoning is the newest part. */
  isThinking(): boolean;
  /** Returns the number of completed texts and calls. */
  wholeParts(): number;
}

/** Maximum characters of texts and arguments together; a longer answer is ended. */
const LONGEST_ANSWER = 24_000_000;
/** Maximum number of texts and calls in one answer. */
const MOST_PARTS = 2_000;
/** Beyond this number, consecutive texts are merged. */
const MANY_PARTS = 1_000;

type WithMetadata = { providerMetadata: ProviderMetadata | undefined };
type TextSlot = WithMetadata & { type: 'text' | 'reasoning'; id: string; text: string; begunAt: number | null; endedAt: number | null };
type ToolSlot = WithMetadata & {
  type: 'tool';
  toolCallId: string;
  toolName: string;
  reader: IncrementalJsonReader;
  /** The raw text of the arguments, until they are complete. */
  pieces: string[];
  /** Set when the whole input has arrived. */
  input: { value: JsonValue } | { problem: string } | null;
  /** The result that the provider reports for a call that it runs itself; null for calls that Devonz runs. */
  ranElsewhere: { output: JsonValue | undefined } | null;
};
type Slot = TextSlot | ToolSlot;

/**
 * Turns the bytes of a UI message stream into the parts of one step, in one pass: the work is linear in the length of the stream and
 * nothing is reported per delta. `liveParts()` may be called at any time, ideally once per frame.
 */
export class TurnReader implements AnswerReader {
  readonly #slots: Slot[] = [];
  readonly #openTexts = new Map<string, TextSlot>();
  readonly #tools = new Map<string, ToolSlot>();
  readonly #events = new EventStreamReader((data) => this.#readData(data));
  #wholeParts = 0;
  #finishReason: string | null = null;
  #characters = 0;
  #received = 0;
  #usage: TokenUsage = {};
  /** Details of the error event that follows. */
  #failure: StreamFailure | null = null;
  #ending: StepEnding | undefined;
  readonly #now: (() => number) | null;

  /** `now` returns milliseconds; it is set if thinking time is measured. */
  constructor(now: (() => number) | null = null) {
    this.#now = now;
  }

  push(bytes: Uint8Array): void {
    this.#events.push(bytes);
  }

  liveParts(): LivePart[] {
    return this.#slots.map((slot) => {
      if (slot.type !== 'tool') return { type: slot.type, id: slot.id, text: slot.text, ...thoughtOf(slot) };
      const { toolCallId, toolName, reader, input } = slot;
      return { type: 'tool-input', toolCallId, toolName, ...reader.soFar(), isComplete: input !== null };
    });
  }

  end(): TurnResult {
    this.#events.end();
    const finishReason = this.#finishReason;
    if (finishReason === null) throw this.#failed(because('The answer was cut off before its end.'));
    const failure = answerFailure(this.textParts(), this.#tools.size > 0, finishReason);
    if (failure !== null) throw this.#failed(failure.message, failure.failure);
    const ending = this.#ending === undefined ? {} : { ending: this.#ending };
    return { parts: this.#parts(finishReason), finishReason, usage: this.#usage, ...ending };
  }

  /** Returns an error that keeps the partial text for display. Calls are omitted, because they will not be answered. */
  #failed(message: string | Reason, failure: StepFailure = 'cut-off'): StepFailedError {
    return new StepFailedError(message, this.textParts(), failure);
  }

  received(): number {
    return this.#received;
  }

  isThinking(): boolean {
    return this.#slots.at(-1)?.type === 'reasoning';
  }

  wholeParts(): number {
    return this.#wholeParts;
  }

  textParts(): MessagePart[] {
    return this.#slots.flatMap((slot) => (slot.type === 'tool' || slot.text === '' ? [] : [textPart(slot)]));
  }

  #parts(finishReason: string): MessagePart[] {
    const last = this.#slots.at(-1);
    return this.#slots.flatMap((slot): MessagePart[] => {
      if (slot.type === 'tool') return [toolPart(slot, finishReason === 'length' && (slot === last || slot.input === null))];
      // Empty reasoning may carry a signature that the provider expects back.
      return slot.text === '' && slot.providerMetadata === undefined ? [] : [textPart(slot)];
    });
  }

  #readData(data: string): void {
    if (data === '[DONE]') return;
    let value: unknown;
    try {
      value = JSON.parse(data);
    } catch {
      throw this.#failed(because('The answer could not be understood: it is not a UI message stream.'), 'malformed');
    }
    const parsed = streamPartSchema.safeParse(value);
    // An unknown part comes from a newer server and is ignored.
    if (parsed.success) this.#readPart(parsed.data);
  }

  /** Counts a piece of text or arguments. */
  #grow(delta: string): void {
    this.#characters += delta.length;
    this.#received += delta.length;
    if (this.#characters > LONGEST_ANSWER)
      throw this.#failed(because('The answer has no end: it was ended at {most} MB.', { most: LONGEST_ANSWER / 1_000_000 }), 'refused');
  }

  #addSlot<Kind extends Slot>(slot: Kind): Kind {
    if (this.#slots.length >= MOST_PARTS)
      throw this.#failed(because('The answer has more than {most} parts; it was ended there.', { most: MOST_PARTS }), 'refused');
    this.#endThought(this.#slots.at(-1));
    this.#slots.push(slot);
    this.#received++;
    return slot;
  }

  #endThought(slot: Slot | undefined): void {
    if (slot?.type === 'reasoning') slot.endedAt ??= this.#now?.() ?? null;
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
        const open = this.#openTexts.get(`${type} ${part.id}`);
        if (open === undefined && part.delta === '') return;
        const slot = open ?? this.#openText(type, part.id, undefined);
        this.#grow(part.delta);
        slot.text += part.delta;
        if (part.providerMetadata !== undefined) slot.providerMetadata = part.providerMetadata;
        return;
      }
      case 'text-end':
      case 'reasoning-end': {
        const key = `${part.type === 'text-end' ? 'text' : 'reasoning'} ${part.id}`;
        const slot = this.#openTexts.get(key);
        if (slot !== undefined && part.providerMetadata !== undefined) slot.providerMetadata = part.providerMetadata;
        this.#endThought(slot);
        if (this.#openTexts.delete(key)) this.#wholeParts++;
        return;
      }
      case 'tool-input-start':
        this.#openTool(part.toolCallId, part.toolName);
        return;
      case 'tool-input-delta':
        this.#grow(part.inputTextDelta);
        this.#growTool(part.toolCallId, part.inputTextDelta);
        return;
      case 'tool-input-available':
      // Bad arguments and unknown names become calls too: the scheduler answers them with errors that the model can act on.
      case 'tool-input-error':
        this.#completeTool(part);
        return;
      case 'tool-output-available':
      case 'tool-output-error':
        this.#answerElsewhere(part);
        return;
      case 'file': {
        const text = `[The model sent a file of the type ${receivedName(part.mediaType)}, which is not shown.]`;
        this.#addSlot({ type: 'text', id: '', text, providerMetadata: undefined, begunAt: null, endedAt: null });
        return;
      }
      case 'message-metadata':
        this.#readMetadata(part.messageMetadata);
        return;
      case 'finish':
        this.#finishReason = part.finishReason ?? 'other';
        this.#readMetadata(part.messageMetadata);
        return;
      case 'data-failure':
        this.#failure = part.data;
        return;
      case 'error': {
        const { kind = 'cut-off', retryAfterMs = null, reason, ...details } = this.#failure ?? {};
        const said = part.errorText === '' ? because('The model reported an error.') : part.errorText;
        throw new StepFailedError(reason ?? said, this.textParts(), kind, retryAfterMs, details);
      }
      case 'abort':
        throw this.#failed(
          part.reason === undefined
            ? because('The server gave up on the answer.')
            : because('The server gave up on the answer: {why}.', { why: part.reason }),
          'time-out',
        );
      case 'start':
      case 'start-step':
      case 'finish-step':
        return;
    }
  }

  #openText(type: 'text' | 'reasoning', id: string, providerMetadata: ProviderMetadata | undefined): TextSlot {
    const last = this.#slots.at(-1);
    const isMany = this.#slots.length >= MANY_PARTS && providerMetadata === undefined;
    if (isMany && last?.type === type && last.providerMetadata === undefined) {
      this.#openTexts.set(`${type} ${id}`, last);
      return last;
    }
    const begunAt = type === 'reasoning' ? (this.#now?.() ?? null) : null;
    const slot = this.#addSlot<TextSlot>({ type, id, text: '', providerMetadata, begunAt, endedAt: null });
    this.#openTexts.set(`${type} ${id}`, slot);
    return slot;
  }

  /** A call that is started twice is one call. */
  #openTool(toolCallId: string, name: string): ToolSlot {
    const open = this.#tools.get(toolCallId);
    const toolName = receivedName(name);
    if (open !== undefined && open.input === null && open.toolName === toolName) return open;
    const reader = new IncrementalJsonReader();
    const slot = this.#addSlot<ToolSlot>({
      type: 'tool',
      toolCallId,
      toolName,
      reader,
      pieces: [],
      input: null,
      ranElsewhere: null,
      providerMetadata: undefined,
    });
    this.#tools.set(toolCallId, slot);
    return slot;
  }

  #growTool(toolCallId: string, text: string): void {
    const slot = this.#tools.get(toolCallId);
    slot?.reader.push(text);
    slot?.pieces.push(text);
  }

  #completeTool(part: Extract<StreamPart, { type: 'tool-input-available' | 'tool-input-error' }>): void {
    const open = this.#tools.get(part.toolCallId);
    if (open !== undefined && isSameCall(open, part)) return;
    const slot = open === undefined || open.input !== null ? this.#openTool(part.toolCallId, part.toolName) : open;
    slot.toolName = receivedName(part.toolName);
    const input = part.input === undefined ? parsedPieces(slot.pieces) : part.input;
    slot.pieces = [];
    slot.input = isJsonValue(input, DEEPEST_ARGUMENTS) ? { value: input } : { problem: NOT_JSON };
    slot.providerMetadata = part.providerMetadata;
    this.#wholeParts++;
    if (part.providerExecuted === true) slot.ranElsewhere = { output: undefined };
    this.#received++;
  }

  /** Accepts results only for calls that the provider ran; its results for our calls are not trusted. */
  #answerElsewhere(part: Extract<StreamPart, { type: 'tool-output-available' | 'tool-output-error' }>): void {
    const slot = this.#tools.get(part.toolCallId);
    if (slot === undefined || slot.ranElsewhere === null) return;
    slot.ranElsewhere = {
      output: part.type === 'tool-output-error' ? { error: part.errorText } : toJsonValue(part.output, DEEPEST_ARGUMENTS),
    };
    this.#received++;
  }

  #readMetadata(metadata: unknown): void {
    const parsed = stepMetadataSchema.safeParse(metadata);
    this.#ending = parsed.data?.ending ?? this.#ending;
    const usage = parsed.success ? parsed.data.usage : undefined;
    if (usage === undefined) return;
    this.#usage = definedCounts({
      inputTokens: tokenCount(usage.inputTokens),
      outputTokens: tokenCount(usage.outputTokens),
      cachedInputTokens: tokenCount(usage.cachedInputTokens),
      cacheWriteTokens: tokenCount(usage.cacheWriteTokens),
      reasoningTokens: tokenCount(usage.reasoningTokens),
    });
  }
}

function textPart(slot: TextSlot): MessagePart {
  const metadata = slot.providerMetadata === undefined ? {} : { providerMetadata: slot.providerMetadata };
  return { type: slot.type, text: slot.text, ...metadata, ...thoughtOf(slot) };
}

/** Set only for finished thoughts. Never negative, since a clock may be set back. */
function thoughtOf({ begunAt, endedAt }: TextSlot): { thoughtMs?: number } {
  return begunAt === null || endedAt === null ? {} : { thoughtMs: Math.max(0, Math.round(endedAt - begunAt)) };
}

function toolPart(slot: ToolSlot, wasCut: boolean): MessagePart {
  const base = {
    type: 'dynamic-tool' as const,
    toolCallId: slot.toolCallId,
    toolName: slot.toolName,
    ...(slot.providerMetadata === undefined ? {} : { callProviderMetadata: slot.providerMetadata }),
  };
  if (wasCut) return { ...base, state: 'output-error', input: {}, errorText: CUT_CALL_MESSAGE };
  if (slot.input === null) return { ...base, state: 'output-error', input: {}, errorText: UNFINISHED_CALL };
  if ('problem' in slot.input) return { ...base, state: 'output-error', input: {}, errorText: slot.input.problem };
  const input = slot.input.value;
  if (slot.ranElsewhere === null) return { ...base, state: 'input-available', input };
  const { output } = slot.ranElsewhere;
  if (output === undefined) return { ...base, state: 'output-error', input, errorText: NO_RESULT };
  return { ...base, state: 'output-available', input, output };
}

/** Parses the arguments of a call whose last part does not repeat them (`joinsInputs` of the request); undefined if they are not JSON. */
function parsedPieces(pieces: readonly string[]): unknown {
  try {
    return JSON.parse(pieces.join(''));
  } catch {
    return undefined;
  }
}

/** Returns true if the part repeats a call, which must not be made twice. */
function isSameCall({ input, toolName }: ToolSlot, part: { toolName: string; input?: unknown }): boolean {
  if (input === null || !('value' in input) || toolName !== receivedName(part.toolName)) return false;
  return isJsonValue(part.input, DEEPEST_ARGUMENTS) && JSON.stringify(input.value) === JSON.stringify(part.input);
}

const UNFINISHED_CALL = 'The answer ended before this call was complete, so nothing of it was done. Send the call again, whole.';
const NOT_JSON = `The arguments are nested deeper than ${DEEPEST_ARGUMENTS} levels, or hold a number too large to keep. Nothing was done. Send the call again with plain arguments.`;
const NO_RESULT = 'The provider was to run this call itself, and gave no result.';

/** Returns undefined for anything that is not a token count. */
function tokenCount(value: number | undefined): number | undefined {
  const tokens = Math.round(value ?? Number.NaN);
  return Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : undefined;
}
