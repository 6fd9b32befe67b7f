import type { ChatMode } from '../../protocol/chat-request.ts';
import type { ChatMessage, JsonValue, MessagePart } from '../../protocol/message.ts';
import type { AppSettings } from '../../protocol/settings.ts';
import { answerFailure } from '../answers/answer-failure.ts';
import type { LivePart } from '../contract/conversation-state.ts';
import { StepFailedError } from '../contract/errors.ts';
import type { ToolDefinition } from '../contract/tool-definition.ts';
import { offeredTools } from '../conversation/offered-tools.ts';
import { type AnswerReader, TurnReader, type TurnResult } from '../stream/turn-reader.ts';
import { codecOf } from './codec-list.ts';
import { PrintedCallReader } from './printed/printed-call-reader.ts';
import { unlessQuoted } from './quoted-call.ts';
import { ReaderAround } from './reader-around.ts';
import type { AnswerDecoder, DecodedPart } from './tool-codec.ts';

export interface DecodingDependencies {
  decoder: AnswerDecoder;
  /** Texts of the tool results in the conversation: a call that appears in one of them is a quotation. */
  results: readonly string[];
  nextId(): string;
}

/**
 * Reads an answer whose calls are in its text: turns the provider's parts into the parts of a codec. Tagged thoughts were already split off
 * when the step was read, so such tags belong to the reply here.
 */
export class DecodingReader extends ReaderAround {
  readonly #dependencies: DecodingDependencies;
  /** Ids of the calls in order: a streaming call keeps its id when it is complete. */
  readonly #ids: string[] = [];
  /** Characters of the answer's text that the decoder has seen. */
  #seen = 0;

  constructor(inner: AnswerReader, dependencies: DecodingDependencies) {
    super(inner);
    this.#dependencies = dependencies;
  }

  override liveParts(): LivePart[] {
    const parts = this.inner.liveParts();
    this.#readOn(parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(''));
    let calls = 0;
    const decoded = this.#dependencies.decoder.live().map((part): LivePart => {
      if (part.type === 'text') return { type: 'text', id: 'words', text: part.text };
      return { ...part, toolCallId: this.#idOf(calls++) };
    });
    return [...parts.filter((part) => part.type !== 'text'), ...decoded];
  }

  end(): TurnResult {
    const result = this.inner.end();
    this.#readOn(result.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(''));
    const decoded = this.#dependencies.decoder.end(result.finishReason === 'length');
    const texts = result.parts.filter((part) => part.type === 'text');
    const [only] = decoded;
    const isUntouched = decoded.length === 1 && texts.length === 1 && only?.type === 'text' && only.text === texts[0]?.text;
    // Keep the provider's own part, with its metadata.
    const problem = this.#dependencies.decoder.problem();
    if (isUntouched) return problem === null ? result : { ...result, remark: problem };
    const others = result.parts.filter((part) => part.type !== 'text').map(withoutMetadata);
    let calls = 0;
    const partOf = (part: DecodedPart) => (part.type === 'text' ? part : this.#callPart(part, this.#idOf(calls++)));
    const parts = [...others, ...decoded.map(partOf)];
    const failure = answerFailure(parts, calls > 0, result.finishReason);
    const remark = this.#dependencies.decoder.problem();
    if (failure === null) return { ...result, parts, ...(remark === null ? {} : { remark }) };
    if (this.#dependencies.decoder.endsTurn()) return { ...result, parts, isSilentEnd: true };
    throw new StepFailedError(failure.message, parts, failure.failure);
  }

  override textParts(): MessagePart[] {
    return this.liveParts().flatMap((part): MessagePart[] => {
      if (part.type === 'tool-input' || part.text === '') return [];
      const { id: _, ...bare } = part;
      return [bare];
    });
  }

  #readOn(text: string): void {
    const fresh = text.slice(this.#seen);
    this.#seen = text.length;
    if (fresh !== '') this.#dependencies.decoder.push(fresh);
  }

  #idOf(call: number): string {
    this.#ids[call] ??= this.#dependencies.nextId();
    return this.#ids[call];
  }

  #callPart(part: Exclude<DecodedPart, { type: 'text' }>, toolCallId: string): MessagePart {
    const base = { type: 'dynamic-tool' as const, toolCallId, toolName: part.toolName };
    if (part.type === 'broken-call') return { ...base, state: 'output-error', input: {}, errorText: part.message };
    return unlessQuoted({ ...base, input: part.input }, part.source, this.#dependencies.results);
  }
}

export interface AnswerReaderOptions {
  mode: ChatMode;
  modelId: string;
  /** The conversation so far, as in the journal. */
  messages: readonly ChatMessage[];
  /** All existing tools. */
  tools: readonly ToolDefinition[];
  settings: Pick<AppSettings, 'codecs'>;
  nextId(): string;
  /** Returns milliseconds; absent if thinking time is not measured. */
  now?: () => number;
}

/** Creates the reader for the next answer of a model, depending on its codec. */
export function createAnswerReader({ mode, modelId, messages, tools, settings, nextId, now }: AnswerReaderOptions): AnswerReader {
  const turn = new TurnReader(now);
  const offered = offeredTools(tools, mode);
  const decoder = codecOf(modelId, settings).createDecoder(offered);
  return decoder === null
    ? new PrintedCallReader(turn, { tools: offered, results: resultTexts(messages), nextId })
    : new DecodingReader(turn, { decoder, results: resultTexts(messages), nextId });
}

/** Removes the signature, which belongs to the provider's own answer: with text calls it is useless and may be refused. */
function withoutMetadata(part: MessagePart): MessagePart {
  if (part.type !== 'reasoning') return part;
  const { providerMetadata: _, ...bare } = part;
  return bare;
}

/** Returns the texts of the tool results in these messages. */
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
