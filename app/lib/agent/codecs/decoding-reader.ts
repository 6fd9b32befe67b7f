import type { ChatMode } from '../../protocol/chat-request.ts';
import type { ChatMessage, JsonValue, MessagePart } from '../../protocol/message.ts';
import type { AppSettings } from '../../protocol/settings.ts';
import { answerFailure } from '../answers/answer-failure.ts';
import { StepFailedError } from '../errors.ts';
import type { LivePart } from '../session/conversation-state.ts';
import { offeredTools } from '../session/offered-tools.ts';
import { type AnswerReader, TurnReader, type TurnResult } from '../stream/turn-reader.ts';
import type { ToolDefinition } from '../tool-definition.ts';
import { codecOf } from './codec-list.ts';
import { PrintedCallReader } from './printed/printed-call-reader.ts';
import { isQuotation, QUOTED_CALL } from './quoted-call.ts';
import { ThinkingSplitter } from './thinking-splitter.ts';
import type { AnswerDecoder, DecodedPart } from './tool-codec.ts';

export interface DecodingDependencies {
  decoder: AnswerDecoder;
  /** The texts of tool results in the conversation: words that appear in one are a quotation, no call. */
  results: readonly string[];
  nextId(): string;
  /** Milliseconds. */
  now?: () => number;
}

/** An answer whose calls are in its text: the provider's parts go in, the parts of a codec come out. */
export class DecodingReader implements AnswerReader {
  readonly #inner: AnswerReader;
  readonly #dependencies: DecodingDependencies;
  readonly #thinking = new ThinkingSplitter();
  /** Of the calls, in their order: the one that is shown keeps its id when it is complete. */
  readonly #ids: string[] = [];
  /** Characters of the answer's text that the decoder has seen. */
  #seen = 0;
  /** When its thoughts have begun to come, and when the last of them came. */
  #thought: { begunAt: number; endedAt: number } | null = null;

  constructor(inner: AnswerReader, dependencies: DecodingDependencies) {
    this.#inner = inner;
    this.#dependencies = dependencies;
  }

  push(bytes: Uint8Array): void {
    this.#inner.push(bytes);
  }

  liveParts(): LivePart[] {
    const parts = this.#inner.liveParts();
    this.#readOn(parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(''));
    let calls = 0;
    const decoded = this.#dependencies.decoder.live().map((part): LivePart => {
      if (part.type === 'text') return { type: 'text', id: 'words', text: part.text };
      return { ...part, toolCallId: this.#idOf(calls++) };
    });
    const { thinking } = this.#thinking;
    const thought: LivePart[] =
      thinking === '' ? [] : [{ type: 'reasoning', id: 'thinking', text: thinking, ...(decoded.length > 0 ? this.#thoughtMs() : {}) }];
    return [...parts.filter((part) => part.type !== 'text'), ...thought, ...decoded];
  }

  end(): TurnResult {
    const result = this.#inner.end();
    this.#readOn(result.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(''));
    this.#dependencies.decoder.push(this.#thinking.end());
    const decoded = this.#dependencies.decoder.end(result.finishReason === 'length');
    const texts = result.parts.filter((part) => part.type === 'text');
    const [only] = decoded;
    const isUntouched = decoded.length === 1 && texts.length === 1 && only?.type === 'text' && only.text === texts[0]?.text;
    // As the provider gave it, with its metadata.
    const untold = this.#dependencies.decoder.problem();
    if (isUntouched) return untold === null ? result : { ...result, remark: untold };
    const others = result.parts.filter((part) => part.type !== 'text').map(withoutMetadata);
    const thinking: MessagePart[] =
      this.#thinking.thinking.trim() === '' ? [] : [{ type: 'reasoning', text: this.#thinking.thinking, ...this.#thoughtMs() }];
    let calls = 0;
    const partOf = (part: DecodedPart) => (part.type === 'text' ? part : this.#callPart(part, this.#idOf(calls++)));
    const parts = [...others, ...thinking, ...decoded.map(partOf)];
    const failure = answerFailure(parts, calls > 0, result.finishReason);
    const remark = this.#dependencies.decoder.problem();
    if (failure === null) return { ...result, parts, ...(remark === null ? {} : { remark }) };
    if (this.#dependencies.decoder.endsTurn()) return { ...result, parts, isSilentEnd: true };
    throw new StepFailedError(failure.message, parts, failure.failure);
  }

  received(): number {
    return this.#inner.received();
  }

  isThinking(): boolean {
    return this.#inner.isThinking();
  }

  wholeParts(): number {
    return this.#inner.wholeParts();
  }

  textParts(): MessagePart[] {
    return this.liveParts().flatMap((part): MessagePart[] => {
      if (part.type === 'tool-input' || part.text === '') return [];
      const { id: _, ...bare } = part;
      return [bare];
    });
  }

  #readOn(text: string): void {
    const fresh = text.slice(this.#seen);
    this.#seen = text.length;
    if (fresh === '') return;
    const before = this.#thinking.thinking.length;
    this.#dependencies.decoder.push(this.#thinking.push(fresh));
    const now = this.#dependencies.now?.();
    if (now !== undefined && this.#thinking.thinking.length > before)
      this.#thought = { begunAt: this.#thought?.begunAt ?? now, endedAt: now };
  }

  #thoughtMs(): { thoughtMs?: number } {
    return this.#thought === null ? {} : { thoughtMs: Math.max(0, Math.round(this.#thought.endedAt - this.#thought.begunAt)) };
  }

  #idOf(call: number): string {
    this.#ids[call] ??= this.#dependencies.nextId();
    return this.#ids[call];
  }

  #callPart(part: Exclude<DecodedPart, { type: 'text' }>, toolCallId: string): MessagePart {
    const base = { type: 'dynamic-tool' as const, toolCallId, toolName: part.toolName };
    if (part.type === 'broken-call') return { ...base, state: 'output-error', input: {}, errorText: part.message };
    if (isQuotation(part.source, this.#dependencies.results))
      return { ...base, state: 'output-error', input: part.input, errorText: QUOTED_CALL };
    return { ...base, state: 'input-available', input: part.input };
  }
}

export interface AnswerReaderOptions {
  mode: ChatMode;
  modelId: string;
  /** The conversation so far, as the journal has it. */
  messages: readonly ChatMessage[];
  /** Every tool there is. */
  tools: readonly ToolDefinition[];
  settings: Pick<AppSettings, 'codecs'>;
  nextId(): string;
  /** Milliseconds; absent: nobody asks how long the model thought. */
  now?: () => number;
}

/** The reader for the next answer of a model, by the codec it is used with. */
export function createAnswerReader({ mode, modelId, messages, tools, settings, nextId, now }: AnswerReaderOptions): AnswerReader {
  const turn = new TurnReader(now);
  const offered = offeredTools(tools, mode);
  const decoder = codecOf(modelId, settings).createDecoder(offered);
  return decoder === null
    ? new PrintedCallReader(turn, { tools: offered, results: resultTexts(messages), nextId })
    : new DecodingReader(turn, { decoder, results: resultTexts(messages), nextId, ...(now === undefined ? {} : { now }) });
}

/** A signature belongs to the provider's own answer; with calls that were text it is worth nothing, and may be refused. */
function withoutMetadata(part: MessagePart): MessagePart {
  if (part.type !== 'reasoning') return part;
  const { providerMetadata: _, ...bare } = part;
  return bare;
}

/** The texts of the tool results in what is sent. */
function resultTexts(messages: readonly ChatMessage[]): string[] {
  const parts = messages.flatMap((message) => message.parts);
  return parts.flatMap((part) => {
    if (part.type !== 'dynamic-tool' || part.state !== 'output-available') return [];
    return stringsIn(part.output);
  });
}

function stringsIn(value: JsonValue): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
