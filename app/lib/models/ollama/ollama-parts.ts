import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { z } from 'zod';
import { toldNumber } from '../../protocol/models/told-number.ts';

const count = z
  .unknown()
  .transform((value) => {
    const told = toldNumber(value);
    return told !== null && Number.isSafeInteger(told) ? told : undefined;
  })
  .optional();
const calledSchema = z.object({ function: z.object({ name: z.string(), arguments: z.unknown() }) });

/** Gateways deviate in some fields: an event is not dropped because of a field that is not needed. */
const eventSchema = z.object({
  error: z.union([z.string(), z.object({ message: z.string() }).transform(({ message }) => message)]).nullish(),
  model: z.string().optional().catch(undefined),
  message: z
    .object({ content: z.string().nullish(), thinking: z.string().nullish(), tool_calls: z.array(calledSchema).nullish() })
    .nullish(),
  response: z.string().optional().catch(undefined),
  done: z.union([z.boolean(), z.literal(['true', 'false']).transform((word) => word === 'true')]).nullish(),
  done_reason: z.string().nullish().catch(null),
  prompt_eval_count: count,
  eval_count: count,
});
type OllamaEvent = z.infer<typeof eventSchema>;

/** Ollama reported, in the middle of an answer, that it cannot finish it. */
export class OllamaError extends Error {
  override readonly name = 'OllamaError';
}

export interface OllamaPartsOptions {
  nextId(): string;
}

/** Converts events of `/api/chat` into parts of a model's answer. */
export function ollamaParts({ nextId }: OllamaPartsOptions): TransformStream<Uint8Array, LanguageModelV3StreamPart> {
  const decoder = new TextDecoder();
  const answer = new OllamaAnswer(nextId);
  let rest: string[] = [];
  let tail = '';
  const addText = (text: string, controller: TransformStreamDefaultController<LanguageModelV3StreamPart>) => {
    const isEnd = (tail + text).includes('\n\n');
    tail = text.slice(-1);
    rest.push(text);
    if (!isEnd) return;
    const events = rest.join('').split('\n\n');
    rest = [events.pop() ?? ''];
    for (const event of events) for (const part of answer.read(event)) controller.enqueue(part);
  };
  return new TransformStream({
    start: (controller) => controller.enqueue({ type: 'stream-start', warnings: [] }),
    transform: (chunk, controller) => addText(decoder.decode(chunk, { stream: true }), controller),
    flush: (controller) => {
      addText(`${decoder.decode()}\n\n`, controller);
      for (const part of answer.rest()) controller.enqueue(part);
    },
  });
}

/** The answer received so far. */
class OllamaAnswer {
  readonly #nextId: () => string;
  #open: { type: 'text' | 'reasoning'; id: string } | null = null;
  #hasCalls = false;
  #hasBegun = false;
  #hasEnded = false;

  constructor(nextId: () => string) {
    this.#nextId = nextId;
  }

  read(event: string): LanguageModelV3StreamPart[] {
    if (!event.startsWith('data: ')) return [];
    const parsed = parse(event.slice(6));
    if (parsed === null) return [];
    if (typeof parsed.error === 'string' && parsed.error !== '') return [{ type: 'error', error: new OllamaError(parsed.error) }];
    const parts: LanguageModelV3StreamPart[] = [];
    if (!this.#hasBegun && parsed.model !== undefined) parts.push({ type: 'response-metadata', modelId: parsed.model });
    this.#hasBegun = true;
    const { thinking, content = parsed.response, tool_calls: calls } = parsed.message ?? {};
    if (thinking) parts.push(...this.#add('reasoning', thinking));
    if (content) parts.push(...this.#add('text', content));
    for (const call of calls ?? []) parts.push(...this.#call(call.function.name, call.function.arguments));
    if (parsed.done === true) parts.push(...this.end(parsed));
    return parts;
  }

  /** Calls arrive complete, so they count even if the last line is missing. */
  rest(): LanguageModelV3StreamPart[] {
    return this.#hasEnded || !this.#hasCalls ? [] : this.end({ prompt_eval_count: undefined, eval_count: undefined });
  }

  end(last: OllamaEvent): LanguageModelV3StreamPart[] {
    this.#hasEnded = true;
    return [...this.#close(), this.#finish(last)];
  }

  #add(type: 'text' | 'reasoning', delta: string): LanguageModelV3StreamPart[] {
    const parts: LanguageModelV3StreamPart[] = this.#open?.type === type ? [] : this.#close();
    if (this.#open === null) {
      this.#open = { type, id: this.#nextId() };
      parts.push({ type: `${type}-start`, id: this.#open.id });
    }
    parts.push({ type: `${type}-delta`, id: this.#open.id, delta });
    return parts;
  }

  /** Ollama sends a call in one piece, usually without an id. */
  #call(toolName: string, given: unknown): LanguageModelV3StreamPart[] {
    const id = this.#nextId();
    const input = typeof given === 'string' ? given : JSON.stringify(given ?? {});
    this.#hasCalls = true;
    return [
      ...this.#close(),
      { type: 'tool-input-start', id, toolName },
      { type: 'tool-input-delta', id, delta: input },
      { type: 'tool-input-end', id },
      { type: 'tool-call', toolCallId: id, toolName, input },
    ];
  }

  #close(): LanguageModelV3StreamPart[] {
    const open = this.#open;
    this.#open = null;
    return open === null ? [] : [{ type: `${open.type}-end`, id: open.id }];
  }

  #finish({ done_reason: reason, prompt_eval_count: input, eval_count: output }: OllamaEvent): LanguageModelV3StreamPart {
    const raw = reason ?? undefined;
    const unified = raw === 'length' ? 'length' : this.#hasCalls ? 'tool-calls' : 'stop';
    return {
      type: 'finish',
      finishReason: { unified, raw },
      usage: {
        inputTokens: { total: input, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: output, text: undefined, reasoning: undefined },
      },
    };
  }
}

/** Returns null if it is not an Ollama event. */
function parse(text: string): OllamaEvent | null {
  try {
    return eventSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
