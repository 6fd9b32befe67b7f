import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { z } from 'zod';

const eventSchema = z.object({
  error: z.string().optional(),
  model: z.string().optional(),
  message: z
    .object({
      content: z.string().nullish(),
      thinking: z.string().nullish(),
      tool_calls: z
        .array(z.object({ id: z.string().nullish(), function: z.object({ name: z.string(), arguments: z.unknown() }) }))
        .nullish(),
    })
    .optional(),
  done: z.boolean().optional(),
  done_reason: z.string().nullish(),
  prompt_eval_count: z.number().int().nonnegative().optional(),
  eval_count: z.number().int().nonnegative().optional(),
});
type OllamaEvent = z.infer<typeof eventSchema>;

/** Ollama said in the middle of its answer that it cannot finish it. */
export class OllamaError extends Error {
  override readonly name = 'OllamaError';
}

export interface OllamaPartsOptions {
  nextId(): string;
}

/** Events of `/api/chat` in, parts of a model's answer out. */
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
    flush: (controller) => addText(`${decoder.decode()}\n\n`, controller),
  });
}

/** What of an answer has come. */
class OllamaAnswer {
  readonly #nextId: () => string;
  #open: { type: 'text' | 'reasoning'; id: string } | null = null;
  #hasCalls = false;
  #hasBegun = false;

  constructor(nextId: () => string) {
    this.#nextId = nextId;
  }

  read(event: string): LanguageModelV3StreamPart[] {
    if (!event.startsWith('data: ')) return [];
    const parsed = parse(event.slice(6));
    if (parsed === null) return [];
    if (parsed.error !== undefined) return [{ type: 'error', error: new OllamaError(parsed.error) }];
    const parts: LanguageModelV3StreamPart[] = [];
    if (!this.#hasBegun && parsed.model !== undefined) parts.push({ type: 'response-metadata', modelId: parsed.model });
    this.#hasBegun = true;
    const { thinking, content, tool_calls: calls } = parsed.message ?? {};
    if (thinking) parts.push(...this.#add('reasoning', thinking));
    if (content) parts.push(...this.#add('text', content));
    for (const call of calls ?? []) parts.push(...this.#call(call.function.name, call.function.arguments));
    if (parsed.done === true) parts.push(...this.#close(), this.#finish(parsed));
    return parts;
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

  /** Ollama sends a call whole, and mostly without an id. */
  #call(toolName: string, given: unknown): LanguageModelV3StreamPart[] {
    const id = this.#nextId();
    const input = JSON.stringify(given ?? {});
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

/** Null for what is none of Ollama's events. */
function parse(text: string): OllamaEvent | null {
  try {
    return eventSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
